import type { ErrorCode } from '@sluice/contracts';
import type { ReadKeychain, RunCommand } from './config-input.js';
import { quoteText } from './quote-text.js';
import { splitWords } from './split-words.js';
import { braceKinds } from './substitution-forms.js';

/** Where substitutions find their values. */
export interface SubstitutionSources {
  readonly variable: (name: string) => string | undefined;
  /** The text of a file; throws when it cannot be read. */
  readonly file: (path: string) => string;
  /** Runs a command; undefined where the file may not. */
  readonly command?: RunCommand | undefined;
  /** Reads from the keychain of the system; undefined where the file may not. */
  readonly keychain?: ReadKeychain | undefined;
  /** Longest text of one file, in UTF-16 units. */
  readonly maxFileLength: number;
}

/** A text with everything inserted, or why not; `reason` continues a sentence that starts with the field. */
export type Substitution =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, 'CONFIG_VARIABLE_UNSET' | 'CONFIG_INVALID'>;
      readonly reason: string;
      readonly hint: string;
    };

type Failure = Extract<Substitution, { ok: false }>;

/**
 * Inserts variables and files into one text, in a single pass and literally: what was inserted is
 * not looked at again.
 *
 * - `${NAME}`, `${env:NAME}`, `{env:NAME}`: the variable; unset is a failure, empty is empty.
 * - `${NAME:-default}`: the default where the variable is unset or empty, as shells have it.
 * - `{file:path}`: the file's text without one final newline and without a byte order mark.
 * - `$${` is a literal `${`. `$NAME`, `{word}` and `$5` stay as they are.
 * - `{cmd:words}`: what the command writes, without one final newline; in a file that may run commands.
 * - `{keychain:service/account}`: what the keychain of the system holds there; in a file that may run commands.
 * - `${` with anything else inside is a failure: sent literally it would surprise.
 */
export function substitute(text: string, sources: SubstitutionSources): Substitution {
  let failure: Failure | undefined;
  const inserted = text.replace(
    forms,
    (written, dollarBody?: string, kind?: string, body?: string, end?: string) => {
      if (failure || written === '$${') return '${';
      const part =
        written === '{cmd:' || written === '{keychain:'
          ? (refusal(written === '{cmd:' ? 'cmd' : 'keychain', sources) ?? unreadable)
          : kind === undefined
            ? insertDollar(dollarBody, sources)
            : insertBrace(kind, body ?? '', end === '}', written, sources);
      if (typeof part === 'string') return part;
      failure = part;
      return '';
    },
  );
  return failure ?? { ok: true, text: inserted };
}

/** No form reaches over a brace, so that any text is read in one go; a substitution that begins inside another ends it. */
const forms = new RegExp(
  String.raw`\$\$\{|\$\{([^{}]*)\}|\$\{|\{(${braceKinds}):([^{}]*)(\}|(?=\{(?:${braceKinds}):)|(?<=\$)(?=\{))|\{(?:cmd|keychain):`,
  'g',
);
const name = '[A-Za-z_][A-Za-z0-9_()]{0,127}';
const dollarForm = new RegExp(`^(?:env:)?(${name})(?::-(.*))?$`, 's');
const braceForm = new RegExp(`^${name}(:-.*)?$`, 's');

function insertDollar(
  body: string | undefined,
  { variable }: SubstitutionSources,
): string | Failure {
  if (body?.startsWith('input:')) return askedInput(body.slice('input:'.length));
  const match = body === undefined ? null : dollarForm.exec(body);
  if (!match?.[1]) return unreadable;
  const [, variableName, fallback] = match;
  const value = variable(variableName);
  if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
  return value ?? unset(variableName);
}

function insertBrace(
  kind: string,
  body: string,
  isClosed: boolean,
  written: string,
  sources: SubstitutionSources,
): string | Failure {
  const refused = refusal(kind, sources);
  if (refused !== undefined) return refused;
  if (!isClosed) return unreadable;
  if (kind === 'cmd') return insertOutput(body, sources);
  if (kind === 'keychain') return insertSecret(body, sources);
  if (kind === 'file') return body === '' ? written : insertFile(body, sources);
  return braceForm.test(body) ? insertDollar(body, sources) : written;
}

function insertFile(path: string, sources: SubstitutionSources): string | Failure {
  let text: string;
  try {
    text = sources.file(path);
  } catch (error) {
    return invalid(`names the file ${quoteText(path)}, which ${why(error)}`, 'Check the path.');
  }
  if (text.length > sources.maxFileLength)
    return invalid(
      `names the file ${quoteText(path)}, which has more than ${sources.maxFileLength} characters`,
      'Insert small files only, such as a key.',
    );
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}

function insertOutput(line: string, { command }: SubstitutionSources): string | Failure {
  if (command === undefined) return notHere('{cmd:…}');
  const words = splitWords(line);
  if (words === undefined)
    return invalid(
      'holds a command that cannot be read',
      'Write {cmd:program argument "another one"}; no shell reads it.',
    );
  const outcome = command(words);
  if (outcome.ok) return outcome.text.replace(/\r?\n$/, '');
  return invalid(
    `holds a command (${quoteText(words[0] ?? '')}) that ${outcome.reason}`,
    'Try the command in a terminal.',
  );
}

/** A service may hold slashes, an address say; an account has none. */
function insertSecret(body: string, { keychain }: SubstitutionSources): string | Failure {
  const [, service, account] = /^([^-\s].*)\/([^-\s/][^/]*)$/.exec(body) ?? [];
  if (keychain === undefined || !service || !account || /[\0-\x1f\x7f]/.test(body))
    return invalid(
      'holds a name for the keychain that cannot be read',
      'Write {keychain:service/account}.',
    );
  const outcome = keychain(service, account);
  if (outcome.ok) return outcome.text.replace(/\r?\n$/, '');
  return invalid(`names ${quoteText(body)} of the keychain, ${outcome.reason}`, outcome.hint);
}

/** Why a form may not be used in this file. */
function refusal(kind: string, { command, keychain }: SubstitutionSources): Failure | undefined {
  if (kind === 'cmd' && command === undefined) return notHere('{cmd:…}');
  if (kind === 'keychain' && keychain === undefined) return notHere('{keychain:…}');
  return undefined;
}

/** Only the error's code is used: its message may hold more than the path. */
function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'was not found';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EOUTSIDE') return 'is no plain file there, or stands outside of its folder';
  return 'could not be read';
}

function unset(variableName: string): Failure {
  return {
    ok: false,
    code: 'CONFIG_VARIABLE_UNSET',
    reason: `needs the variable ${quoteText(variableName)}, which is not set`,
    hint: `Set ${variableName} in the environment of Sluice, or write \${${variableName}:-default}.`,
  };
}

/** VS Code asks its user for these and keeps the answers to itself. */
function askedInput(id: string): Failure {
  return invalid(
    `needs the input ${quoteText(id)}, for which VS Code asks its user`,
    'Put the value into a variable and write ${NAME} instead.',
  );
}

function invalid(reason: string, hint: string): Failure {
  return { ok: false, code: 'CONFIG_INVALID', reason, hint };
}

const unreadable = invalid(
  'holds a substitution that cannot be read',
  'Write ${NAME}, ${NAME:-default}, {env:NAME} or {file:path} without another one inside; for a literal "${" write "$${".',
);

function notHere(form: string): Failure {
  return invalid(
    `holds ${form}, which only your own configuration file in its usual place may use`,
    'Put the value into a variable and write ${NAME}, or into a file and write {file:path}.',
  );
}
