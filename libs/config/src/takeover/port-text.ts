import { quoteText } from '../quote-text.js';
import { braceKinds } from '../substitution-forms.js';
import type { ForeignInput } from './read-foreign-file.js';

/** What the texts of a file mean to its program, and where they are taken to. */
export interface PortSource {
  /** The program that wrote the file: the id of a client; anything else has our own placeholders. */
  readonly program: string | undefined;
  /** The folder of the file. */
  readonly folder: string;
  readonly homeFolder: string;
  /** The folder that the file is for, if it is for one. */
  readonly workspaceFolder?: string | undefined;
  readonly separator: '/' | '\\';
  readonly inputs: readonly ForeignInput[];
  /** Joins as `path.resolve` does. */
  readonly resolvePath: (folder: string, path: string) => string;
  /** Whether a variable is set where Sluice runs now. */
  readonly isSet: (name: string) => boolean;
}

/** A text in our own placeholders. */
export interface PortedText {
  readonly text: string;
  /** It must be inserted as it is, or Sluice would run or read what it names. */
  readonly isLiteral: boolean;
  /** Ids of questions whose answers only VS Code has; each stands as `${input:…}` in the text still. */
  readonly asked: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * Translates the placeholders of one text: what another program would fill in, Sluice fills in too; what stands
 * literally there does so here.
 *
 * @example portText('${env:TOKEN}', cursor).text // '${env:TOKEN}'
 */
export function portText(text: string, source: PortSource): PortedText {
  const asked: string[] = [];
  const remarks: string[] = [];
  let isLiteral = false;
  const ported = text.replace(
    forms,
    (written, body?: string, kind?: string, inner?: string, bare?: string) => {
      if (bare !== undefined) return source.program === 'gemini' ? `\${${bare}}` : written;
      if (kind === 'env') return written;
      if (kind === 'file' && !literalBraces.has(source.program ?? ''))
        return `{file:${absolute(inner ?? '', source)}}`;
      if (kind !== undefined) {
        isLiteral = ownOnly.test(written) || !ours(source);
        return written;
      }
      if (body === undefined) return written === '$${' || ours(source) ? written : '$${';
      if (body.startsWith('input:')) return askedFor(body.slice('input:'.length), source, asked);
      const known = programVariable(body, source);
      if (known !== undefined) return known;
      if (variableForm.test(body) || ours(source)) return written;
      if (!editors.has(source.program ?? '')) return `$\${${body}}`;
      remarks.push(
        `${quoteText(`\${${body}}`)} is filled in by its program alone; put what it means in its place`,
      );
      return written;
    },
  );
  return isLiteral
    ? {
        text,
        isLiteral,
        asked: [],
        remarks: ownOnly.test(text)
          ? [
              '{cmd:…} and {keychain:…} are kept as texts: only what you wrote yourself may use them',
            ]
          : [],
      }
    : { text: ported, isLiteral, asked, remarks };
}

/** `${…}`, `{env:…}` and its like, `$NAME`; what is not closed. */
const forms = new RegExp(
  String.raw`\$\$\{|\$\{([^{}]*)\}|\$\{|\{(${braceKinds}):([^{}]*)\}?|\$([A-Za-z_][A-Za-z0-9_]*)`,
  'g',
);
/** What only a file that the user wrote may have done for it. */
const ownOnly = /\{(?:cmd|keychain):/;
const variableForm = /^(?:env:)?[A-Za-z_][A-Za-z0-9_()]{0,127}(?::-.*)?$/s;

/** Programs with the variables of VS Code. */
const editors: ReadonlySet<string> = new Set(['vscode', 'cursor', 'windsurf']);
/** Programs to which `{file:…}` is a text like any other: all but OpenCode. */
const literalBraces: ReadonlySet<string> = new Set([
  'claude-code',
  'claude-desktop',
  'cursor',
  'codex',
  'zed',
  'vscode',
  'gemini',
  'windsurf',
]);

/** A file that has our own placeholders. */
function ours({ program }: PortSource): boolean {
  return program === undefined;
}

function askedFor(id: string, { inputs }: PortSource, asked: string[]): string {
  const input = inputs.find((one) => one.id === id);
  if (input?.default !== undefined && !input.isSecret) return input.default.replaceAll('${', '$${');
  asked.push(id);
  return `\${input:${id}}`;
}

function programVariable(body: string, source: PortSource): string | undefined {
  const { program, homeFolder, workspaceFolder, separator } = source;
  if (program === 'claude-code' && /^CLAUDE_PROJECT_DIR(?::-|$)/.test(body)) return workspaceFolder;
  if (!editors.has(program ?? '')) return undefined;
  if (body.startsWith('file:')) return `{file:${absolute(body.slice('file:'.length), source)}}`;
  if (body === 'userHome') return homeFolder;
  if (body === 'pathSeparator' || body === '/') return separator;
  if (body === 'workspaceFolder') return workspaceFolder;
  if (body === 'workspaceFolderBasename') return workspaceFolder?.split(/[\\/]/).at(-1);
  return undefined;
}

function absolute(path: string, { folder, homeFolder, resolvePath }: PortSource): string {
  const inHome = /^~[\\/](.*)$/s.exec(path)?.[1];
  return inHome === undefined ? resolvePath(folder, path) : resolvePath(homeFolder, inHome);
}
