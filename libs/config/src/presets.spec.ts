import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { readSettings } from './read-settings.js';

const path = '/c';
const servers = {
  a: { command: 'x', enabled_tools: ['get_*'] },
  b: { command: 'x' },
  c: { command: 'x' },
  off: { command: 'x', enabled: false },
};

function read(presets: unknown, profile?: string) {
  return readSettings({
    files: [{ path, text: JSON.stringify({ servers, presets }) }],
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
    profile,
  });
}

function refusal(presets: unknown, profile: string) {
  try {
    read(presets, profile);
  } catch (error) {
    if (error instanceof SluiceError) return `${error.code} ${error.message} | ${error.hint}`;
    throw error;
  }
  throw new Error('was read');
}

describe('a preset', () => {
  it('shows all of a server, nothing of it, one tool or what a list selects', () => {
    const preset = { a: { regex: '^g' }, b: 'one', c: false };
    expect(read({ work: preset }, 'work').servers).toMatchObject([
      { name: 'a', onlyTools: [['get_*'], [{ regex: '^g' }]] },
      { name: 'b', onlyTools: [['one']] },
      { name: 'off', enabled: false },
    ]);
    const others = read({ home: { a: null, b: true, c: [] } }, 'home').servers;
    expect(others.map(({ name, onlyTools }) => [name, onlyTools])).toEqual([
      ['a', [['get_*']]],
      ['b', undefined],
      ['c', [[]]],
      ['off', undefined],
    ]);
  });

  it('changes nothing until it is chosen', () => {
    const settings = read({ work: { a: false, nosuch: true } });
    expect(settings.servers).toHaveLength(4);
    expect(settings.warnings).toEqual([]);
  });

  it('cannot switch a server on, and says so', () => {
    const settings = read({ work: { off: true } }, 'work');
    expect(settings.servers.at(-1)).toMatchObject({ name: 'off', enabled: false });
    expect(settings.warnings).toEqual([
      '/c: line 1, column 157: presets.work.off names a server that is switched off, and stays so',
    ]);
  });

  it.each([
    [
      { work: { bb: true } },
      'work',
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 157: presets.work.bb names no server | Correct or remove it.',
    ],
    [
      { work: {}, home: {} },
      'wrok',
      'CONFIG_INVALID Cannot use the profile "wrok": no preset has this name | Did you mean "work"? There are "work", "home".',
    ],
    [
      {},
      'work',
      'CONFIG_INVALID Cannot use the profile "work": no preset has this name | The configuration has no "presets".',
    ],
    [
      { work: { a: { globb: 'x' } } },
      'work',
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 161: presets.work.a selects no tools | Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }, or a list of these.',
    ],
  ])('%j with the profile %s is refused', (presets, profile, message) => {
    expect(refusal(presets, profile)).toBe(message);
  });
});
