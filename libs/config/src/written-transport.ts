import type { ConfigEntry, ConfigNode } from './config-node.js';

/**
 * How a server is started or reached, as its entry has it before any substitution, on one line:
 * `npx -y "@acme/tracker" cwd=/srv env=TOKEN` or `https://acme.example/mcp headers=Authorization`.
 * Of variables and headers only the names, sorted: their values may change without a question.
 */
export function writtenTransport(values: ReadonlyMap<string, ConfigEntry>): string {
  const node = (key: string) => values.get(key)?.value;
  const words = (key: string) => wordsOf(node(key)).map(quoteWord);
  const names = (...keys: readonly string[]) =>
    [...new Set(keys.flatMap((key) => namesOf(node(key))))].sort();
  const listed = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${label}=${list.map(quoteWord).join(',')}`];
  return [
    ...words('command'),
    ...words('args'),
    ...words('url'),
    ...listed('cwd', wordsOf(node('cwd'))),
    ...listed('env', names('env', 'environment')),
    ...listed('inheritEnv', [...wordsOf(node('inheritEnv'))].sort()),
    ...listed('headers', names('headers')),
  ].join(' ');
}

function wordsOf(node: ConfigNode | undefined): readonly string[] {
  if (node?.kind === 'text') return [node.value];
  return node?.kind === 'list' ? node.items.flatMap(wordsOf) : [];
}

function namesOf(node: ConfigNode | undefined): readonly string[] {
  return node?.kind === 'object' ? node.entries.map(({ key }) => key) : [];
}

/** Two different entries must never read the same. */
function quoteWord(word: string): string {
  return /^[\w./:@%+$~-]+$/.test(word) ? word : JSON.stringify(word);
}
