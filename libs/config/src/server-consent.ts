import { isSecretName, redactionMark } from '@sluice/contracts';
import type { ServerConsent, ServerOrigin, ShownServer } from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import { isPlaceholder } from './placeholders.js';
import { redactUrl } from './redact-url.js';
import { redactWords } from './redact-words.js';
import { substitute } from './substitute.js';

/** The keys that say how a server is started or reached. */
const boundKeys = [
  'type',
  'command',
  'args',
  'cwd',
  'env',
  'environment',
  'inheritEnv',
  'url',
  'headers',
] as const;

/**
 * What a person has to agree to before a server of a file that nobody vouches for starts, from its entry as it is written.
 * A yes is bound to every text in it, values of variables and headers too, and to the texts of files
 * that it puts in: a file of a folder changes with the folder.
 */
export function serverConsent(
  values: ReadonlyMap<string, ConfigEntry>,
  origin: ServerOrigin,
  { substituteText }: Pick<ConfigContext, 'substituteText'>,
): ServerConsent {
  const nodes = boundKeys.flatMap((key) => {
    const value = values.get(key)?.value;
    return value === undefined ? [] : [[key, value] as const];
  });
  const texts = nodes.flatMap(([, node]) => textsOf(node));
  const reads = placeholdersOf(texts);
  const inserted = reads.withFiles.map((text) => {
    const result = substituteText(text);
    return result.ok ? result.text : null;
  });
  return {
    origin,
    bound: JSON.stringify([origin, nodes.map(([key, node]) => [key, plain(node)]), inserted]),
    shown: shownServer(values, origin, reads),
  };
}

function shownServer(
  values: ReadonlyMap<string, ConfigEntry>,
  origin: ServerOrigin,
  reads: ReturnType<typeof placeholdersOf>,
): ShownServer {
  const words = (...keys: readonly string[]) =>
    keys.flatMap((key) => {
      const node = values.get(key)?.value;
      return node === undefined ? [] : textsOf(node);
    });
  const pairs = (...keys: readonly string[]) =>
    keys.flatMap((key) => {
      const node = values.get(key)?.value;
      return node?.kind === 'object' ? node.entries : [];
    });
  const command = words('command', 'args');
  const [cwd] = words('cwd');
  const [url] = words('url');
  const show = (word: string, redacted: string) =>
    origin === 'project' && !mayBeHidden(word) ? word : redacted;
  const redacted = redactWords(command);
  return {
    ...(command.length > 0 && {
      command: command.map((word, index) => show(word, redacted[index] ?? word)),
    }),
    ...(cwd !== undefined && { cwd }),
    ...(url !== undefined && { url: show(url, redactUrl(url)) }),
    env: unique(
      pairs('env', 'environment').map(({ key, value }) => {
        const text = textsOf(value).join(' ');
        if (origin === 'project') return `${key}=${projectValue(key, text)}`;
        return decidesOnCode(key) ? `${key}=${redactWords([text]).join()}` : key;
      }),
    ),
    headers: unique(pairs('headers').map(({ key }) => key)),
    variables: unique([...reads.variables, ...words('inheritEnv')]),
    files: unique(reads.files),
  };
}

/**
 * A word of a project is hidden only where it could be nothing but a token: whoever wrote it could make a part of a
 * command line look like a secret, so that nobody reads it.
 */
function mayBeHidden(word: string): boolean {
  if (/^https?:\/\/[\w.~:@%?&#/=+-]*$/.test(word)) return true;
  return /^[\w.~+=:@%-]+$/.test(word) && !/\.[a-z]{1,5}$/i.test(word);
}

/**
 * The value of a variable that a project sets. It is the project's own, and may say where the person's secrets go
 * (`API_URL`) or what is loaded into the program: there are more names of that kind than any list has.
 */
function projectValue(name: string, value: string): string {
  if (decidesOnCode(name) || !mayBeHidden(value)) return value;
  return isSecretName(name) && !isPlaceholder(value) ? redactionMark : redactWords([value]).join();
}

/** Variables that decide which program, module, package or certificate a server ends up with. */
function decidesOnCode(name: string): boolean {
  return codeVariables.test(name) && !isSecretName(name);
}

const codeVariables =
  /^(?:PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_\w+|SHELLOPTS|PROMPT_COMMAND|IFS|LD_\w+|DYLD_\w+|NODE_\w+|PYTHON\w*|RUBY\w*|GEM_\w+|PERL5\w*|PHP\w*|LUA_\w+|GO\w+|CARGO_\w+|RUST\w+|OPENSSL_\w+|GCONV_PATH|HOME|USERPROFILE|APPDATA|XDG_\w+|\w*JAVA\w*OPT\w*|CLASSPATH|DOTNET_\w+|GIT_\w+|NPM_CONFIG_\w+|YARN_\w+|PNPM_\w+|BUN_\w+|DENO_\w+|PIP_\w+|UV_\w+|DOCKER_\w+|\w+_PROXY|SSL_CERT_\w+)$/i;

/** Found by the substitution itself, so that nothing is put in that is not named. */
function placeholdersOf(texts: readonly string[]) {
  const variables: string[] = [];
  const files: string[] = [];
  const withFiles: string[] = [];
  for (const text of texts) {
    const before = files.length;
    substitute(text, {
      variable: (name) => (variables.push(name), 'x'),
      file: (path) => (files.push(path), 'x'),
      maxFileLength: 1,
    });
    if (files.length > before) withFiles.push(text);
  }
  return { variables, files, withFiles };
}

function textsOf(node: ConfigNode): readonly string[] {
  switch (node.kind) {
    case 'text':
      return [node.value];
    case 'number':
      return [node.written];
    case 'flag':
      return [String(node.value)];
    case 'list':
      return node.items.flatMap(textsOf);
    case 'object':
      return node.entries.flatMap(({ value }) => textsOf(value));
    case 'null':
      return [];
  }
}

/** Without places: the same entry further down in its file is the same. */
function plain(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'object':
      return { object: node.entries.map(({ key, value }) => [key, plain(value)]) };
    case 'list':
      return node.items.map(plain);
    case 'null':
      return null;
    case 'text':
    case 'flag':
      return node.value;
    case 'number':
      return node.written;
  }
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
