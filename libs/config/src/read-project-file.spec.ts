import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.js';

function read(project: string, own = '{ "mcpServers": { "db": { "command": "own" } } }') {
  return readSettings({
    files: [
      { path: '/own', text: own, origin: 'own' },
      { path: '/p/sluice.json', text: project, origin: 'project' },
    ],
    environment: { TOKEN: 'canary' },
    homeFolder: '/home/ann',
    readTextFile: () => {
      throw new Error('a project read a file');
    },
    resolvePath: (folder, file) => `${folder}/${file}`,
    runCommand: () => {
      throw new Error('a project ran a command');
    },
  });
}

describe("a project's file", () => {
  it('has its servers listed as waiting, with nothing in them that could be started', () => {
    const settings = read(
      JSON.stringify({
        mcpServers: {
          p: {
            command: '{cmd:x}',
            env: { T: '${TOKEN}{file:/etc/passwd}' },
            trusted: true,
            description: 'x',
          },
          r: { url: 'http://x/', headers: { A: '${TOKEN}' } },
        },
      }),
    );
    expect(settings.servers.slice(1)).toEqual([
      {
        name: 'p',
        file: '/p/sluice.json',
        enabled: true,
        transport: { kind: 'stdio', command: '', args: [], env: {}, inheritEnv: [] },
        connectTimeoutMs: 30_000,
        concurrency: 16,
        trusted: false,
        written: '"{cmd:x}" env=T',
        shown: '"{cmd:x}" env=T',
        problem: {
          message:
            'Upstream "p" waits: the project\'s file /p/sluice.json defines it, and is not trusted yet',
          hint: 'Copy its entry into your own configuration to use it.',
        },
      },
      expect.objectContaining({
        name: 'r',
        transport: { kind: 'http', url: '', headers: {}, mode: 'auto' },
      }),
    ]);
    expect(JSON.stringify(settings)).not.toContain('canary');
  });

  it('cannot take the place of a server of the user: whole entries win, and the hidden one is named', () => {
    const settings = read('{ "mcpServers": { "db": { "command": "theirs", "args": ["x"] } } }');
    expect(settings.servers).toMatchObject([
      { name: 'db', file: '/own', transport: { command: 'own', args: [] } },
    ]);
    expect(settings.warnings).toEqual([
      '/p/sluice.json: the server "db" is hidden by the one in /own',
    ]);
  });

  it('can deny before all rules, ask behind all, and allow nothing', () => {
    const own =
      '{ "policy": [{ "match": "mcp__a__*", "action": "allow" }], "policyDefault": "allow" }';
    const rules = ['ask', 'allow', 'deny'].map((action) => ({
      match: `mcp__${action}__*`,
      action,
    }));
    const settings = read(JSON.stringify({ policy: rules }), own);
    expect(settings.policy).toEqual([
      { match: 'mcp__deny__*', action: 'deny', origin: 'project' },
      { match: 'mcp__a__*', action: 'allow' },
      { match: 'mcp__ask__*', action: 'ask', origin: 'project' },
    ]);
    expect(settings.warnings[0]).toBe(
      '/p/sluice.json: policy[1] is ignored: a rule of a project may only deny or ask, not allow',
    );
    const closed = read(JSON.stringify({ policy: rules }), '{ "policyDefault": "deny" }');
    expect(closed.policy.map(({ action }) => action)).toEqual(['deny']);
  });

  it('sets nothing else', () => {
    const project = {
      policyDefault: 'allow',
      sandbox: { deno: '/tmp/evil', timeoutSeconds: 86_400 },
      expose: ['direct'],
      presets: { work: {} },
    };
    const settings = read(JSON.stringify(project));
    expect(settings).toMatchObject({ policyDefault: 'ask', expose: ['code'] });
    expect(settings.sandbox).not.toHaveProperty('deno');
    expect(settings.sandbox.timeoutSeconds).toBe(120);
    expect(settings.warnings).toEqual([
      "/p/sluice.json: of a project's file only servers and rules that deny or ask count",
    ]);
    expect(read('[toolpipe]\n').policyDefault).toBe('ask');
  });

  it('is a warning when it is broken, and the other files still load', () => {
    const settings = read(
      '{\n  "mcpServers": {\n    "a": { "command": "node" }\n    "b": {}\n  }\n}\n',
    );
    expect(settings.servers.map(({ name }) => name)).toEqual(['db']);
    expect(settings.warnings).toEqual([
      'Cannot read the configuration /p/sluice.json: line 4, column 5: expected ",", found the key "b"; nothing of this project\'s file is used',
    ]);
  });
});
