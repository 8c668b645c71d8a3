import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { chooseConfigFile } from './choose-config-file.js';
import { configCandidates } from './config-candidates.js';

const base = { platform: 'linux', environment: {}, homeFolder: '/home/ann' };

describe('configCandidates()', () => {
  it('looks in ~/.config/sluice, JSON with comments first', () => {
    const candidates = configCandidates(base);
    expect(candidates).toMatchObject({ kind: 'user', folder: '/home/ann/.config/sluice' });
    expect(candidates.kind === 'user' && candidates.paths.slice(0, 4)).toEqual([
      '/home/ann/.config/sluice/sluice.jsonc',
      '/home/ann/.config/sluice/config.jsonc',
      '/home/ann/.config/sluice/sluice.json',
      '/home/ann/.config/sluice/config.json',
    ]);
  });

  it.each([
    ['/xdg', '/xdg/sluice'],
    ['/xdg/', '/xdg/sluice'],
    ['', '/home/ann/.config/sluice'],
    ['relative', '/home/ann/.config/sluice'],
  ])('takes XDG_CONFIG_HOME=%j as %s', (xdg, folder) => {
    const environment = { XDG_CONFIG_HOME: xdg };
    expect(configCandidates({ ...base, environment })).toMatchObject({ folder });
  });

  it('looks in %APPDATA% on Windows, whatever XDG says', () => {
    const windows = { platform: 'win32', homeFolder: 'C:\\Users\\ann' };
    const environment = { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', XDG_CONFIG_HOME: '/xdg' };
    const folder = 'C:\\Users\\ann\\AppData\\Roaming\\sluice';
    expect(configCandidates({ ...windows, environment })).toMatchObject({ folder });
    const candidates = configCandidates({ ...windows, environment: {} });
    expect(candidates).toMatchObject({ folder });
    expect(candidates.kind === 'user' && candidates.paths[0]).toBe(`${folder}\\sluice.jsonc`);
  });

  it('takes TOOLSCRIPT_CONFIG where SLUICE_CONFIG says nothing', () => {
    const environment = { TOOLSCRIPT_CONFIG: 't.json', SLUICE_CONFIG: '' };
    expect(configCandidates({ ...base, environment })).toEqual({
      kind: 'explicit',
      path: 't.json',
      from: 'TOOLSCRIPT_CONFIG',
    });
    const both = { ...environment, SLUICE_CONFIG: 's.json' };
    expect(configCandidates({ ...base, environment: both })).toMatchObject({ path: 's.json' });
  });

  it.each([
    [
      'jsmcp',
      'linux',
      {},
      ['json', 'yaml', 'yml'].map((end) => `/home/ann/.config/jsmcp/config.${end}`),
    ],
    [
      'jsmcp',
      'win32',
      { XDG_CONFIG_HOME: '/x', APPDATA: 'C:\\A' },
      ['json', 'yaml', 'yml'].map((end) => `/x/jsmcp/config.${end}`),
    ],
    ['toolscript', 'darwin', { XDG_CONFIG_HOME: '/x' }, ['/x/toolscript-mcp/config.json']],
    ['toolscript', 'win32', { APPDATA: 'C:\\A' }, ['C:\\A\\toolscript-mcp\\config.json']],
    ['toolpipe', 'linux', {}, []],
    [undefined, 'linux', {}, []],
  ] as const)(
    'looks for what --compat %s has of its own on %s',
    (compat, platform, environment, paths) => {
      const found = configCandidates({ ...base, platform, environment, compat });
      expect(found).toMatchObject({ kind: 'user', compatPaths: paths });
      expect(configCandidates({ ...base, explicitPath: 'a', compat }).kind).toBe('explicit');
    },
  );

  it('lets --config replace SLUICE_CONFIG, and SLUICE_CONFIG the user folder', () => {
    const environment = { SLUICE_CONFIG: 'b.json' };
    expect(configCandidates({ ...base, environment, explicitPath: '~/a.json' })).toEqual({
      kind: 'explicit',
      path: '~/a.json',
      from: '--config',
    });
    expect(configCandidates({ ...base, environment })).toEqual({
      kind: 'explicit',
      path: 'b.json',
      from: 'SLUICE_CONFIG',
    });
    expect(configCandidates({ ...base, environment: { SLUICE_CONFIG: '' } }).kind).toBe('user');
  });
});

describe('chooseConfigFile()', () => {
  it("goes to the file of the product of --compat before the user's own, of which only one may be there", () => {
    const candidates = configCandidates({ ...base, compat: 'jsmcp' });
    const [own, yaml, yml] = ['sluice/sluice.jsonc', 'jsmcp/config.yaml', 'jsmcp/config.yml'].map(
      (name) => `/home/ann/.config/${name}`,
    );
    const choose = (...there: readonly (string | undefined)[]) =>
      chooseConfigFile(candidates, (path) => there.includes(path));
    expect(choose(own, yml)).toBe(yml);
    expect(choose(own)).toBe(own);
    expect(() => choose(own, yaml, yml)).toThrow(
      `Cannot choose a configuration: ${yaml} and ${yml} all exist`,
    );
  });

  const user = configCandidates(base);
  const folder = '/home/ann/.config/sluice';

  it('takes the one that exists, or none', () => {
    expect(chooseConfigFile(user, (path) => path === `${folder}/config.json`)).toBe(
      `${folder}/config.json`,
    );
    expect(chooseConfigFile(user, () => false)).toBeUndefined();
  });

  it('refuses to choose between several and lists them', () => {
    const exists = (path: string) => /sluice\.jsonc?$/.test(path);
    const refused = refusalOf(() => chooseConfigFile(user, exists));
    expect(refused).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot choose a configuration: ${folder}/sluice.jsonc and ${folder}/sluice.json all exist`,
      hint: 'Keep one of them.',
    });
  });

  it('refuses a named file that does not exist', () => {
    const named = configCandidates({ ...base, explicitPath: '/x.json' });
    expect(chooseConfigFile(named, () => true)).toBe('/x.json');
    expect(refusalOf(() => chooseConfigFile(named, () => false))).toEqual({
      code: 'CONFIG_NOT_FOUND',
      message: 'Cannot read the configuration /x.json, named by --config: there is no such file',
      hint: 'Correct --config, or leave it out to use your own configuration.',
    });
  });
});

function refusalOf(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (error instanceof SluiceError)
      return { code: error.code, message: error.message, hint: error.hint };
  }
  throw new Error('no SluiceError');
}
