import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const load = (configPath?: string, compat?: 'jsmcp') =>
  loadSettings(
    {
      ...nodeEnvironment(),
      platform: 'linux',
      homeFolder: home,
      currentFolder: project,
      variables: { PATH: process.env['PATH'] },
    },
    { configPath, compat },
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

  it("starts whatever a project's folder holds", () => {
    const [one, two] = [write(project, 'sluice.json', '{}'), write(project, 'sluice.yml', 'a: 1')];
    expect(load().warnings).toEqual([`${one} and ${two} all exist: none of them is used`]);
    rmSync(two);
    rmSync(one);
    mkdirSync(one);
    expect(load()).toMatchObject({ servers: [], files: [], warnings: [] });
  });
});
