import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConfigLoader } from './config-loader.js';
import { nodeEnvironment } from './node-environment.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-loader-'));
  mkdirSync(join(home, '.config/sluice'), { recursive: true });
  mkdirSync(join(home, 'project'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const own = () => join(home, '.config/sluice/sluice.json');
const project = () => join(home, 'project/sluice.json');
const loader = (more: { profile?: string; configPath?: string } = {}) =>
  createConfigLoader({
    environment: {
      ...nodeEnvironment(),
      platform: 'linux',
      homeFolder: home,
      currentFolder: join(home, 'project'),
      variables: {},
    },
    ...more,
  });
const servers = (...names: string[]) =>
  JSON.stringify({
    mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])),
  });
const namesOf = ({ settings }: { settings: { servers: readonly { name: string }[] } }) =>
  settings.servers.map(({ name }) => name);

describe('createConfigLoader(), again', () => {
  it('keeps what a broken file said last, names it, and applies the others', () => {
    writeFileSync(own(), servers('a'));
    writeFileSync(project(), JSON.stringify({ policy: [{ match: 'mcp__a__*', action: 'deny' }] }));
    const configuration = loader();
    configuration.first();
    writeFileSync(own(), '{ "mcpServers": }');
    writeFileSync(project(), servers('p'));
    const next = configuration.again();
    expect(namesOf(next)).toEqual(['a', 'p']);
    expect(next.problems).toEqual([
      `Cannot read the configuration ${own()}: line 1, column 17: expected a value, found "}"; what it said before goes on`,
    ]);
    writeFileSync(own(), servers('b'));
    expect(configuration.again()).toMatchObject({ problems: [] });
    expect(namesOf(configuration.again())).toEqual(['b', 'p']);
  });

  it.each([
    ['text', '{'],
    ['rule', JSON.stringify({ policy: [{ match: 'mcp__[', action: 'deny' }] })],
  ])("does not open what a project's rules close when its %s is broken", (_, broken) => {
    writeFileSync(own(), servers('a'));
    writeFileSync(project(), JSON.stringify({ policy: [{ match: 'mcp__a__*', action: 'deny' }] }));
    const configuration = loader();
    configuration.first();
    writeFileSync(project(), broken);
    const { settings, problems } = configuration.again();
    expect(settings.policy).toMatchObject([{ match: 'mcp__a__*', action: 'deny' }]);
    expect(problems).toEqual([expect.stringContaining('; what it said before goes on')]);
  });

  it.each([
    ['is too large to be read', () => truncateSync(project(), 4_194_305)],
    ['is one of two', () => writeFileSync(join(home, 'project/sluice.yaml'), '{}')],
    [
      'leads out of its folder',
      () => {
        rmSync(project());
        symlinkSync(own(), project());
      },
    ],
  ])("does not open what a project's rules close when its file %s", (_, spoil) => {
    writeFileSync(own(), servers('a'));
    writeFileSync(project(), JSON.stringify({ policy: [{ match: 'mcp__a__*', action: 'deny' }] }));
    const configuration = loader();
    configuration.first();
    spoil();
    for (const { settings, problems } of [configuration.again(), configuration.again()]) {
      expect(settings.policy).toMatchObject([{ match: 'mcp__a__*', action: 'deny' }]);
      expect(problems).toEqual([
        `Cannot use the configuration ${project()} as it is now; what it said before goes on`,
      ]);
    }
    rmSync(project());
    rmSync(join(home, 'project/sluice.yaml'), { force: true });
    expect(configuration.again()).toMatchObject({ settings: { policy: [] }, problems: [] });
  });

  it('keeps the servers of a client whose file has become too large', () => {
    const path = join(home, '.claude.json');
    writeFileSync(path, servers('a'));
    const configuration = loader();
    configuration.first();
    truncateSync(path, 8_388_609);
    expect(namesOf(configuration.again())).toEqual(['a']);
  });

  it('keeps all where a broken file has just come, or the files do not fit the command line', () => {
    writeFileSync(
      own(),
      JSON.stringify({ mcpServers: { a: { command: 'a' } }, presets: { p: {} } }),
    );
    const configuration = loader({ profile: 'p' });
    configuration.first();
    writeFileSync(project(), '{');
    expect(configuration.again()).toMatchObject({
      settings: { servers: [{ name: 'a' }] },
      problems: [expect.stringMatching(/project.*; what was read before goes on$/)],
    });
    rmSync(project());
    writeFileSync(own(), servers('b'));
    const { settings, problems } = configuration.again();
    expect(settings.servers.map(({ name }) => name)).toEqual(['a']);
    expect(problems).toEqual([
      'Cannot use the profile "p": no preset has this name; what was read before goes on',
    ]);
  });

  it('follows files that appear and vanish; a named one that is gone keeps what it said', () => {
    const configuration = loader();
    expect(namesOf(configuration.first())).toEqual([]);
    writeFileSync(own(), servers('a'));
    expect(namesOf(configuration.again())).toEqual(['a']);
    rmSync(own());
    expect(namesOf(configuration.again())).toEqual([]);
    const path = join(home, 'named.json');
    writeFileSync(path, servers('n'));
    const named = loader({ configPath: path });
    named.first();
    rmSync(path);
    const next = named.again();
    expect(namesOf(next)).toEqual(['n']);
    expect(next.problems).toEqual([
      `Cannot read the configuration ${path}, named by --config: there is no such file; what was read before goes on`,
    ]);
  });
});
