import type { ConfigNode } from './config-node.js';
import type { ServerKey } from './keys/server-keys.js';
import type { ServerValues } from './read-transport.js';
import { redactUrl } from './redact-url.js';
import { redactWords } from './redact-words.js';

/**
 * How a server is started or reached, as its entry has it before any substitution, on one line:
 * `npx -y "@acme/tracker" cwd=/srv env=TOKEN` or `https://acme.example/mcp headers=Authorization`.
 * Of variables and headers only the names, sorted: their values may change without a question.
 */
export interface WrittenTransport {
  /** The whole text, which approvals are bound to; whoever wrote a secret into the file has it here. */
  readonly whole: string;
  /** The same for people: literal secrets in arguments and URL are replaced, placeholders stay. */
  readonly shown: string;
}

/** Reads a server's entry as {@link WrittenTransport}. */
export function writtenTransport(values: ServerValues): WrittenTransport {
  const words = (key: ServerKey) => wordsOf(values.get(key)?.value);
  const names = (...keys: readonly ServerKey[]) =>
    [...new Set(keys.flatMap((key) => namesOf(values.get(key)?.value)))].sort();
  const command = [...words('command'), ...words('args')];
  const rest = [
    ...listed('cwd', words('cwd')),
    ...listed('env', names('env', 'environment')),
    ...listed('inheritEnv', [...words('inheritEnv')].sort()),
    ...listed('headers', names('headers')),
  ];
  const line = (start: readonly string[]) => [...start.map(quoteWord), ...rest].join(' ');
  return {
    whole: line([...command, ...words('url')]),
    shown: line([...redactWords(command), ...words('url').map(redactUrl)]),
  };
}

function listed(label: string, list: readonly string[]): readonly string[] {
  return list.length === 0 ? [] : [`${label}=${list.map(quoteWord).join(',')}`];
}

function wordsOf(node: ConfigNode | undefined): readonly string[] {
  if (node?.kind === 'text') return [node.value];
  if (node?.kind === 'number') return [node.written];
  if (node?.kind === 'flag') return [String(node.value)];
  return node?.kind === 'list' ? node.items.flatMap(wordsOf) : [];
}

function namesOf(node: ConfigNode | undefined): readonly string[] {
  return node?.kind === 'object' ? node.entries.map(({ key }) => key) : [];
}

/** Two different entries must never read the same. */
function quoteWord(word: string): string {
  return /^[\w./:@%+$~-]+$/.test(word) ? word : JSON.stringify(word);
}
