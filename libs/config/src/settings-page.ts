import { foreignKeys } from './imports/foreign-keys.js';
import type { KeyRow, KeyRows, KeyType } from './keys/key-row.js';
import { hintKeys, ruleKeys } from './keys/rule-keys.js';
import { rootKeys } from './keys/root-keys.js';
import { serverKeys } from './keys/server-keys.js';

/**
 * The page of the guide that lists every key, in Markdown that is not yet formatted; made from the declarations that the
 * readers take.
 */
export function settingsPage(): string {
  const sections = Object.entries<KeyRow>(rootKeys).flatMap(([key, { type, meaning }]) =>
    type.kind === 'section'
      ? [`## \`${key}\`\n\n${sentence(meaning)}\n\n${keyTable(type.keys)}`]
      : [],
  );
  return `# Every setting

<!-- Made from libs/config/src/keys: npx vitest run src/settings-page.spec.ts -u in libs/config -->

Every key of a configuration, what it takes, and where it comes from. [Configuration](configuration.md) explains them. An unknown
key is a warning that names it and the nearest known one. Keys of limits may be written in snake_case too.

${keyTable(rootKeys)}

## Servers

The keys of one server, below \`mcpServers\` and the like.

${keyTable(serverKeys)}

## Rules

The keys of one rule of \`policy\`. Any other key is an error. [Policy](policy.md) has the details.

${keyTable(ruleKeys)}

Hints, for \`annotations\`:

${keyTable(hintKeys)}

${sections.join('\n\n')}

## Keys of other programs

Read in the entry of a server, whatever the file is called.

${table(
  ['key', 'whose', 'becomes'],
  Object.entries(foreignKeys).map(([key, { of, becomes }]) => [
    `\`${key}\``,
    of.join(', '),
    becomes,
  ]),
)}
`;
}

function keyTable(rows: KeyRows): string {
  const columns = ['key', 'takes', 'default', 'meaning', 'also of'];
  const cells = Object.entries(rows).map(([key, row]) => [
    `\`${key}\``,
    takes(row.type),
    row.usually ?? ('default' in row ? `\`${JSON.stringify(row.default)}\`` : ''),
    row.idle === undefined ? row.meaning : `${row.meaning}; ${row.idle}`,
    (row.of ?? []).join(', '),
  ]);
  // A column in which nothing stands says nothing.
  const kept = columns.flatMap((_, at) => (cells.some((row) => row[at] !== '') ? [at] : []));
  const pick = (row: readonly string[]) => kept.map((at) => row[at] ?? '');
  return table(pick(columns), cells.map(pick));
}

function takes(type: KeyType): string {
  switch (type.kind) {
    case 'number':
      return `${type.limit.min} … ${type.limit.max} ${type.limit.unit}`;
    case 'word':
    case 'words':
      return `${type.kind === 'words' ? 'a list of ' : ''}${type.words.map((word) => `\`${word}\``).join(', ')}`;
    case 'wordRecord':
      return `an object of ${type.words.map((word) => `\`${word}\``).join(', ')}`;
    case 'record':
      return `an object of ${recorded[type.of]}`;
    case 'section':
      return 'an object, see below';
    default:
      return takenBy[type.kind];
  }
}

const recorded = { text: 'texts', scalar: 'texts', flag: 'flags', free: 'conditions' } as const;

const takenBy = {
  text: 'a text',
  texts: 'a list of texts',
  flag: '`true` or `false`',
  selectors: 'a tool name, `{ "glob" }`, `{ "regex" }`, or a list of these',
  command: 'a text or a list of texts',
  prefix: 'a text, `true` or `false`',
  servers: 'an object of [servers](#servers)',
  presets: 'an object of [presets](configuration.md#presets)',
  rules: 'a list of [rules](#rules)',
  free: 'anything',
} as const;

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
