import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from './load-settings.js';
import { nodeEnvironment } from './node-environment.js';

let home: string;
let project: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  project = join(home, 'project');
  mkdirSync(join(home, '.config/sluice'), { recursive: true });
  mkdirSync(project);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (folder: string, name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const load = (
  configPath?: string,
  compat?: 'jsmcp' | 'toolpipe',
  flags: { readonly importPaths?: readonly string[]; readonly discover?: boolean } = {},
) =>
  loadSettings(
    {
      ...nodeEnvironment(),
      platform: 'linux',
      homeFolder: home,
      currentFolder: project,
      variables: { PATH: process.env['PATH'] },
    },
    { configPath, compat, ...flags },
  );
const names = (configPath?: string) => load(configPath).servers.map(({ name }) => name);

describe('loadSettings()', () => {
  it("reads the user's file and the project's, each in its own format; --config replaces both", () => {
    write(join(home, '.config/sluice'), 'sluice.yaml', 'servers:\n  own: { command: x }\n');
    write(project, 'sluice.toml', '[servers.theirs]\ncommand = "x"\n');
    const named = write(home, 'named.json', '{ "mcpServers": { "named": { "command": "x" } } }');
    expect(names()).toEqual(['own', 'theirs']);
    expect(names(named)).toEqual(['named']);
  });

  it("runs commands of the user's own file only", () => {
    const run = `{cmd:"${process.execPath}" -p 6*7}`;
    const text = `servers:\n  a: { command: x, args: ['${run}'] }\n`;
    write(join(home, '.config/sluice'), 'sluice.yml', text);
    expect(load().servers[0]?.transport).toMatchObject({ args: ['42'] });
    expect(load(write(home, 'named.yml', text)).servers[0]?.problem?.message).toContain('{cmd:…}');
  });

  it.runIf(process.platform === 'linux')(
    'does not wait for a pipe that a project names as a file, nor reads one without end',
    () => {
      execFileSync('mkfifo', [join(project, 'pipe')]);
      write(project, 'long', 'x'.repeat(5_000_000));
      const env = (name: string) => ({ command: 'x', env: { K: `{file:${name}}` } });
      const servers = { pipe: env('pipe'), long: env('long') };
      write(project, 'sluice.json', JSON.stringify({ mcpServers: servers }));
      expect(load().servers.map(({ problem }) => problem?.message)).toEqual(
        ['pipe', 'long'].map(
          (name) =>
            `Cannot start upstream "${name}": env.K names the file "${name}", which is no plain file there, or stands outside of its folder`,
        ),
      );
    },
    10_000,
  );

  it("reads the keychain for the user's own file only, and shows no secret", () => {
    const tool = write(home, 'secret-tool', '#!/bin/sh\nprintf "CANARY-%s" "$*"\n');
    chmodSync(tool, 0o755);
    const text = 'servers:\n  a: { command: x, env: { K: "{keychain:tracker/ann lee}" } }\n';
    const read = (configPath?: string) =>
      loadSettings(
        {
          ...nodeEnvironment(),
          platform: 'linux',
          homeFolder: home,
          currentFolder: project,
          variables: { PATH: `${home}:${process.env['PATH']}` },
        },
        { configPath },
      );
    const named = read(write(home, 'named.yml', text));
    expect(named.servers[0]?.problem?.message).toContain('holds {keychain:…}');
    write(join(home, '.config/sluice'), 'sluice.yml', text);
    const { servers, warnings } = read();
    expect(servers[0]?.transport).toMatchObject({
      env: { K: 'CANARY-lookup service tracker account ann lee' },
    });
    expect(JSON.stringify([warnings, servers[0]?.shown, servers[0]?.written])).not.toContain(
      'CANARY',
    );
    rmSync(tool);
    write(home, 'secret-tool', '#!/bin/sh\necho CANARY >&2; exit 1\n');
    chmodSync(tool, 0o755);
    expect(read().servers[0]?.problem).toEqual({
      message:
        'Cannot start upstream "a": env.K names "tracker/ann lee" of the keychain, which is not there',
      hint: 'Store it: secret-tool store --label NAME service SERVICE account ACCOUNT',
    });
  });

  it("reads jsmcp's file in its own place with --compat, without commands, and says so", () => {
    write(join(home, '.config/sluice'), 'sluice.yaml', 'servers:\n  own: { command: x }\n');
    mkdirSync(join(home, '.config/jsmcp'));
    expect(load(undefined, 'jsmcp').servers).toMatchObject([{ name: 'own' }]);
    const text = 'servers:\n  theirs: { command: x, args: ["{cmd:touch x}"] }\n';
    const path = write(join(home, '.config/jsmcp'), 'config.yml', text);
    expect(load(undefined, 'jsmcp')).toMatchObject({
      servers: [{ name: 'theirs', problem: {} }],
      policyDefault: 'allow',
      files: [path],
      warnings: [`with --compat jsmcp, ${path} is read instead of your own configuration`],
    });
    expect(names()).toEqual(['own']);
  });

  it("lists ToolPipe's approved servers as waiting with --compat, beside a configuration", () => {
    write(join(home, '.config/sluice'), 'sluice.yaml', 'servers:\n  own: { command: x }\n');
    const entry = (command: string) => ({ command, args: [], url: null, env: {} });
    for (const [folder, name] of [
      [home, 'always'],
      [project, 'here'],
    ] as const) {
      mkdirSync(join(folder, '.toolpipe'));
      const more = name === 'always' && { own: entry('other') };
      const servers = { [name]: entry(name), ...more };
      write(join(folder, '.toolpipe'), 'servers.json', JSON.stringify({ servers, policies: {} }));
    }
    const { servers, policyDefault, warnings } = load(undefined, 'toolpipe');
    expect(servers.map(({ name, consent }) => [name, consent !== undefined])).toEqual([
      ['own', false],
      ['always', true],
      ['here', true],
    ]);
    const [ownPath, toolPipePath] = [
      join(home, '.config/sluice/sluice.yaml'),
      join(home, '.toolpipe/servers.json'),
    ];
    expect([policyDefault, warnings]).toEqual([
      'allow',
      [`${toolPipePath}: the server "own" is hidden by the one in ${ownPath}`],
    ]);
    expect(names()).toEqual(['own']);
  });

  it("starts whatever a project's folder holds", () => {
    const [one, two] = [write(project, 'sluice.json', '{}'), write(project, 'sluice.yml', 'a: 1')];
    expect(load().warnings).toEqual([`${one} and ${two} all exist: none of them is used`]);
    rmSync(two);
    rmSync(one);
    mkdirSync(one);
    expect(load()).toMatchObject({ servers: [], files: [], warnings: [] });
  });

  it('says which files of a project, of clients and of ToolPipe are too large to be read', () => {
    const claude = write(home, '.claude.json', 'x');
    mkdirSync(join(home, '.toolpipe'));
    const toolPipe = write(join(home, '.toolpipe'), 'servers.json', 'x');
    const theirs = write(project, 'sluice.json', 'x');
    truncateSync(claude, 8_388_609);
    truncateSync(toolPipe, 8_388_609);
    truncateSync(theirs, 4_194_305);
    expect(load()).toMatchObject({
      servers: [],
      warnings: [`${theirs} is larger than 4 MiB: it is not used`],
    });
    rmSync(theirs);
    expect(load(undefined, 'toolpipe').warnings).toEqual([
      `${toolPipe} is larger than 8 MiB: it is not used`,
      `${claude} is larger than 8 MiB: it is not used`,
    ]);
  });

  it('reads files to import besides, as they are named, and fails where one is not there', () => {
    write(join(home, '.config/sluice'), 'sluice.yaml', 'servers:\n  own: { command: x }\n');
    const importPaths = [
      write(home, 'mcp.json', '{ "mcpServers": { "json": { "command": "x" } } }'),
      write(home, 'codex.toml', '[mcp_servers.toml]\ncommand = "x"\n'),
    ];
    const { servers } = load(undefined, undefined, { importPaths });
    expect(servers.map(({ name, consent }) => [name, consent])).toEqual([
      ['own', undefined],
      ['json', undefined],
      ['toml', undefined],
    ]);
    const gone = join(home, 'gone.json');
    expect(() => load(undefined, undefined, { importPaths: [gone] })).toThrow(
      `Cannot read the configuration ${gone}: there is no such file`,
    );
  });

  it('looks for no servers of other clients where it is told so', () => {
    write(home, '.claude.json', '{ "mcpServers": { "found": { "command": "x" } } }');
    const found = (discover: boolean) =>
      load(undefined, undefined, { discover }).servers.map(({ name }) => name);
    expect([found(true), found(false)]).toEqual([['found'], []]);
  });

  describe('without a configuration', () => {
    const entry = (command: string) => ({ command });
    const put = (path: string, content: unknown) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      return write(home, path, typeof content === 'string' ? content : JSON.stringify(content));
    };

    it("finds the servers of the user's clients, and those that came with the folder, all waiting for consent", () => {
      const claude = put('.claude.json', {
        mcpServers: { one: entry('a'), sluice: entry('sluice') },
        projects: { [project]: { mcpServers: { here: entry('b') } }, '/else': {} },
        history: 'x'.repeat(2_000_000),
      });
      put('.cursor/mcp.json', { mcpServers: { one: entry('a'), two: entry('c') } });
      put('.codex/config.toml', '[mcp_servers.three]\ncommand = "d"\n');
      const code = put('project/.vscode/mcp.json', {
        servers: { four: { command: 'e', cwd: '${workspaceFolder}/x' } },
      });
      put('project/.mcp.json', { mcpServers: { two: entry('other') } });
      const { servers, warnings, files } = load();
      expect(servers.map(({ name, file, consent }) => [name, file, consent?.origin])).toEqual([
        ['one', claude, 'client'],
        ['two', join(home, '.cursor/mcp.json'), 'client'],
        ['two-claude-code', join(project, '.mcp.json'), 'project'],
        ['three', join(home, '.codex/config.toml'), 'client'],
        ['here', claude, 'client'],
        ['four', code, 'project'],
      ]);
      expect(servers.at(-1)?.transport).toMatchObject({ cwd: join(project, 'x') });
      expect(warnings).toEqual([]);
      expect(files).toHaveLength(5);
    });

    it('names a broken file with its line, and goes on with the others', () => {
      const broken = put('.cursor/mcp.json', '{\n  "mcpServers": oops\n}');
      put('.gemini/settings.json', { mcpServers: { one: entry('a') } });
      const settings = load();
      expect(settings.servers.map(({ name }) => name)).toEqual(['one']);
      expect(settings.warnings).toEqual([
        `Cannot read the configuration ${broken}: line 2, column 17: expected a JSON value, found an unquoted word; none of its servers is used`,
      ]);
    });

    it.each([
      ['of the user', '.config/sluice/sluice.json', undefined],
      ['of the project', 'project/sluice.json', undefined],
      ['that is named', 'named.json', 'named.json'],
    ])('finds nothing of theirs where there is a file %s', (_, path, named) => {
      put('.cursor/mcp.json', { mcpServers: { one: entry('a') } });
      put(path, {});
      expect(load(named && join(home, named)).servers).toEqual([]);
    });

    it.each(['sluice.json', '.mcp.json'])(
      'reads nothing through a link out of the folder: %s',
      (name) => {
        symlinkSync(put('secret.yaml', 'CANARY: x\n'), join(project, name));
        const { servers, warnings } = load();
        expect(servers).toEqual([]);
        expect(warnings).toEqual([
          `${join(project, name)} leads out of its folder: it is not used`,
        ]);
      },
    );

    it('takes the home folder as the folder, too', () => {
      put('.cursor/mcp.json', { mcpServers: { one: entry('a') } });
      const environment = { ...nodeEnvironment(), platform: 'linux' as const, homeFolder: home };
      const settings = loadSettings({ ...environment, currentFolder: home, variables: {} }, {});
      expect(settings.servers.map(({ name, consent }) => [name, consent?.origin])).toEqual([
        ['one', 'client'],
      ]);
    });
  });
});
