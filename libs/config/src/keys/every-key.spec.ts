import { describe, expect, it } from 'vitest';
import type { Settings } from '@sluice/contracts';
import { foreignKeys } from '../imports/foreign-keys.js';
import { clientKeys } from '../imports/client-keys.js';
import { readSettings } from '../read-settings.js';
import type { KeyRow, KeyRows } from './key-row.js';
import { hintKeys, ruleKeys } from './rule-keys.js';
import { rootKeys } from './root-keys.js';
import { serverKeys } from './server-keys.js';

function read(file: unknown): Settings {
  return readSettings({
    files: [{ path: '/f', text: JSON.stringify(file), origin: 'own' }],
    environment: { TRACKER_TOKEN: 't' },
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, path) => `${folder}/${path}`,
    ...(typeof file === 'object' && file !== null && 'presets' in file && { profile: 'work' }),
  });
}

const rowsOf = (rows: KeyRows) => Object.entries<KeyRow>(rows);
const local = { command: 'node' };
const remote = { url: 'https://tracker.example/mcp' };

/** What a key changes, and what is warned of. */
function effect(base: object, changed: object) {
  const withoutWarnings = (file: object) => JSON.stringify({ ...read(file), warnings: [] });
  return {
    isChanged: withoutWarnings(changed) !== withoutWarnings(base),
    warnings: read(changed).warnings,
  };
}

const isRemoteKey = (key: string) => ['url', 'headers', 'type'].includes(key);

describe('every key that is declared', () => {
  const root = rowsOf(rootKeys).filter(([key]) => !['$schema', 'inputs', 'strict'].includes(key));
  it.each(root)('of a file is read: %s', (key, { example }) => {
    const servers = { mcpServers: { tracker: { ...local, description: 'd' } } };
    const isServers = key === 'mcpServers' || 'tracker' in Object(example);
    const base = isServers && key !== 'policies' ? {} : servers;
    expect(effect(base, { ...base, [key]: example })).toEqual({ isChanged: true, warnings: [] });
  });

  it('of a file is read: strict', () => {
    const file = { mcpServers: { a: { command: '${NO_SUCH}' } } };
    expect(read(file).servers).toMatchObject([{ problem: {} }]);
    expect(() => read({ ...file, strict: rootKeys.strict.example })).toThrow('with "strict"');
  });

  it.each(['$schema', 'inputs'] as const)('of a file is accepted: %s', (key) => {
    expect(read({ [key]: rootKeys[key].example }).warnings).toEqual([]);
  });

  it.each(rowsOf(serverKeys))('of a server is read: %s', (key, { example, idle }) => {
    const base = isRemoteKey(key) ? remote : local;
    const changed = { [key]: key === 'url' ? 'https://other.example/' : example };
    const outcome = effect(
      { mcpServers: { a: key === 'command' ? { command: 'deno' } : base } },
      { mcpServers: { a: { ...base, ...changed } } },
    );
    const warnings =
      idle === undefined ? [] : [expect.stringContaining(`mcpServers.a.${key} ${idle}`)];
    expect(outcome).toEqual({ isChanged: idle === undefined, warnings });
  });

  const sections = rowsOf(rootKeys).flatMap(([section, { type }]) =>
    type.kind === 'section'
      ? rowsOf(type.keys).map(([key, row]) => [`${section}.${key}`, section, key, row] as const)
      : [],
  );
  it.each(sections)('of a section is read: %s', (path, section, key, { example, idle, type }) => {
    const base = { mcpServers: { a: local }, [section]: {} };
    const outcome = effect(base, { ...base, [section]: { [key]: example } });
    expect(outcome.isChanged).toBe(idle === undefined);
    const other = (warning: string) => !warning.includes('is below');
    expect(outcome.warnings.filter(other)).toEqual(
      idle === undefined ? [] : [expect.stringContaining(`${path} ${idle}`)],
    );
    if (type.kind !== 'number') return;
    const { min, max, unit } = type.limit;
    const wanted = `${path} is -1; it must be a whole number from ${min} to ${max} (${unit})`;
    expect(() => read({ [section]: { [key]: -1 } })).toThrow(wanted);
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(read({ [section]: { [snake]: example } })).toEqual(
      read({ [section]: { [key]: example } }),
    );
  });

  it.each([...rowsOf(ruleKeys), ...rowsOf(hintKeys)])(
    'of a rule is read: %s',
    (key, { example }) => {
      const rule = { match: 'mcp__a__*', action: 'deny' };
      const changed = key in hintKeys ? { annotations: { [key]: example } } : { [key]: example };
      expect(read({ policy: [{ ...rule, ...changed }] }).policy).toMatchObject([changed]);
    },
  );

  it('of other programs is read', () => {
    expect([...clientKeys.keys()].sort()).toEqual(Object.keys(foreignKeys).sort());
  });

  it('has a name and words of its own', () => {
    const doubles = Object.keys(serverKeys).filter((key) => Object.hasOwn(foreignKeys, key));
    expect(doubles).toEqual([]);
    for (const [, { meaning }] of [...rowsOf(serverKeys), ...rowsOf(rootKeys)])
      expect(meaning).not.toMatch(/\.$/);
  });
});

describe('a key with one letter too many', () => {
  const sections = rowsOf(rootKeys).flatMap(([section, { type }]) =>
    type.kind === 'section' ? rowsOf(type.keys).map(([key]) => [section, key] as const) : [],
  );
  it.each(sections)('of %s is warned of with the nearest one: %s', (section, key) => {
    expect(read({ [section]: { [`${key}q`]: 1 } }).warnings).toEqual([
      `/f: line 1, column ${section.length + 6}: the unknown key ${section}.${key}q is ignored; did you mean "${key}"?`,
    ]);
  });

  it.each(Object.keys(rootKeys).filter((key) => key !== '$schema'))(
    'of a file is warned of with the nearest one: %s',
    (key) => {
      expect(read({ [`${key}q`]: 1 }).warnings).toEqual([
        `/f: line 1, column 2: the unknown key "${key}q" is ignored; did you mean "${key}"?`,
      ]);
    },
  );

  it.each([...Object.keys(serverKeys), ...Object.keys(foreignKeys)])(
    'of a server is warned of with the nearest one: %s',
    (key) => {
      expect(read({ mcpServers: { a: { ...local, [`${key}q`]: 1 } } }).warnings).toEqual([
        expect.stringContaining(
          `the unknown key mcpServers.a.${key}q is ignored; did you mean "${key}"?`,
        ),
      ]);
    },
  );
});
