import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textBelow } from './support/canaries.js';
import { closeTerminals, hasTerminals, inTerminal } from './support/in-terminal.js';
import { startRawHost, type RawHost } from './support/raw-host.js';
import { createWorkplace, npmServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let host: RawHost | undefined;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(async () => {
  closeTerminals();
  if (host?.child.exitCode === null) await host.end();
  host = undefined;
  await workplace.close();
});

/** Where each client keeps its servers in the home of a workplace, and how it writes one. */
const files: Readonly<
  Record<string, { readonly path: string; readonly text: (server: object) => string }>
> = {
  'claude-code': {
    path: '.claude.json',
    text: (server) => JSON.stringify({ numStartups: 3, mcpServers: { memory: server } }, null, 2),
  },
  'claude-desktop': {
    path: 'config/Claude/claude_desktop_config.json',
    text: (server) =>
      `{\r\n\t"mcpServers": {\r\n\t\t"memory": ${JSON.stringify(server)}\r\n\t}\r\n}`,
  },
  cursor: {
    path: '.cursor/mcp.json',
    text: (server) => `\ufeff${JSON.stringify({ mcpServers: { memory: server } })}`,
  },
  codex: {
    path: '.codex/config.toml',
    text: (server) => {
      const { command, args, env } = server as {
        command: string;
        args: string[];
        env: Record<string, string>;
      };
      const variables = Object.entries(env).map(
        ([key, value]) => `${key} = ${JSON.stringify(value)}`,
      );
      return `# mine\nmodel = "x"\n\n[mcp_servers.memory] # what it knows\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n\n[mcp_servers.memory.env]\n${variables.join('\n')}`;
    },
  },
  opencode: {
    path: 'config/opencode/opencode.json',
    text: (server) => {
      const { command, args, env } = server as { command: string; args: string[]; env: object };
      const entry = { type: 'local', command: [command, ...args], environment: env };
      return `{\n  // comments are fine\n  "mcp": {\n    "memory": ${JSON.stringify(entry)}, // kept\n  },\n}\n`;
    },
  },
  zed: {
    path: 'config/zed/settings.json',
    text: (server) =>
      `// Zed\n{\n  "theme": "x",\n  "context_servers": { "memory": ${JSON.stringify(server)} },\n}\n`,
  },
  vscode: {
    path: 'config/Code/User/mcp.json',
    text: (server) =>
      JSON.stringify({ inputs: [], servers: { memory: { type: 'stdio', ...server } } }, null, '\t'),
  },
  gemini: {
    path: '.gemini/settings.json',
    text: (server) =>
      JSON.stringify({ ui: {}, mcpServers: { memory: { ...server, trust: true } } }, null, 1),
  },
  windsurf: {
    path: '.codeium/windsurf/mcp_config.json',
    text: (server) => JSON.stringify({ mcpServers: { memory: server } }, null, 4),
  },
};
const canary = 'CANARY-7f3a9c2e5b81';

function put(client: string): string {
  const { path, text } = files[client] ?? { path: '', text: () => '' };
  const whole = join(workplace.folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  const env = { MEMORY_FILE_PATH: join(workplace.folder, 'memory.jsonl'), MEMORY_TOKEN: canary };
  writeFileSync(whole, text({ ...npmServer('memory'), env }));
  return whole;
}

/** Every file of the workplace, by path. */
function everything(): Readonly<Record<string, string>> {
  const entries = readdirSync(workplace.folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // What the process keeps of its own code says nothing about anybody's files.
      .filter((path) => !path.includes('/cache/'))
      .sort()
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

async function sluice(...words: string[]) {
  const { exitCode, stdout, stderr } = await workplace.runVerb(words);
  // Whoever runs the tests may have such a client open.
  const noted = stderr.replace(/^sluice: .* seems to be running; .*\n/gm, '');
  expect([exitCode, noted]).toEqual([0, '']);
  expect(stdout).not.toContain(canary);
  return stdout;
}

describe('sluice install', () => {
  it.each(Object.keys(files))(
    'moves in before the servers of %s, and out again without a trace',
    async (client) => {
      const path = put(client);
      const before = everything();
      await sluice('install', client, '--move', '--yes');
      const now = readFileSync(path, 'utf8');
      expect(now).not.toContain('memory');
      expect(now).toContain('dist/bin/main.js');
      expect(textBelow(join(workplace.folder, 'config/sluice'))).toContain('"memory"');
      expect(JSON.parse(await sluice('install', client, '--json', '--yes'))).toMatchObject({
        present: true,
        written: false,
      });
      expect(JSON.parse(await sluice('uninstall', client, '--json', '--yes'))).toMatchObject({
        kind: 'restored',
        written: true,
      });
      expect(everything()).toEqual(before);
    },
    60_000,
  );

  it('gives the client one server, through which the moved ones answer', async () => {
    const path = put('cursor');
    await sluice('install', 'cursor', '--move', '--yes');
    const config = join(workplace.folder, 'config/sluice/sluice.jsonc');
    writeFileSync(config, readFileSync(config, 'utf8').replace('{', '{ "policyDefault": "allow",'));
    const { mcpServers } = JSON.parse(readFileSync(path, 'utf8').replace('\ufeff', '')) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    expect(Object.keys(mcpServers)).toEqual(['sluice']);
    const launch = mcpServers['sluice'] ?? { command: '', args: [] };
    // As a client with windows starts it: no PATH of a shell.
    const env = { ...workplace.sluice().env, PATH: '/usr/bin:/bin' };
    host = startRawHost({ ...launch, env }, workplace.folder);
    await host.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'cursor', version: '1' },
    });
    const { result } = await host.ask('tools/call', {
      name: 'run_code',
      arguments: {
        code: `await tools.memory.create_entities({ entities: [{ name: 'a', entityType: 'b', observations: ['c'] }] });
          return (await tools.memory.read_graph({})).entities.length;`,
      },
    });
    expect(JSON.stringify(result)).toContain('1');
    expect((result as { isError?: boolean }).isError ?? false).toBe(false);
    expect(readFileSync(join(workplace.folder, 'memory.jsonl'), 'utf8')).toContain('"name":"a"');
  }, 60_000);

  it('writes nothing without a yes: not with --dry-run, not where nobody can be asked', async () => {
    put('zed');
    const before = everything();
    expect(await sluice('install', 'zed', '--move', '--dry-run')).toContain('"sluice": {');
    const { exitCode, stderr } = await workplace.runVerb(['install', 'zed'], 'yes\n');
    expect([exitCode, stderr]).toEqual([
      2,
      'sluice: sluice install asks before it writes, and needs a terminal for that\n  hint: Nothing was written. See what it would do with --dry-run; in a script, say --yes.\n',
    ]);
    expect(everything()).toEqual(before);
  }, 60_000);

  it.runIf(hasTerminals)(
    'asks in a terminal, and takes a no',
    async () => {
      put('zed');
      const before = everything();
      const no = inTerminal(workplace.sluice('install', 'zed', '--move'));
      await no.shows('Type one of these words');
      expect(no.screen()).toContain('+++ ');
      expect(no.screen()).not.toContain(canary);
      no.type('no\r');
      expect(await no.ended).toBe(1);
      expect(everything()).toEqual(before);
      const yes = inTerminal(workplace.sluice('install', 'zed', '--move'));
      await yes.shows('Type one of these words');
      yes.type('yes\r');
      expect(await yes.ended).toBe(0);
      expect(yes.screen()).toContain('Take it back: sluice uninstall zed');
      await sluice('uninstall', 'zed', '--yes');
      expect(everything()).toEqual(before);
    },
    60_000,
  );
});

describe('sluice import', () => {
  it('takes the servers of nine clients, and keeps every secret apart', async () => {
    for (const client of Object.keys(files)) put(client);
    const before = everything();
    const { added, problems } = JSON.parse(await sluice('import', '--json')) as {
      added: { name: string; from: object[] }[];
      problems: object[];
    };
    expect(problems).toEqual([]);
    // All nine have it in the same words.
    expect(added.map(({ name, from }) => [name, from.length])).toEqual([['memory', 9]]);
    const after = everything();
    const made = Object.keys(after).filter((path) => !(path in before));
    expect(made.map((path) => path.replace(workplace.folder, ''))).toEqual([
      '/config/sluice/secrets/memory.env.MEMORY_TOKEN',
      '/config/sluice/sluice.jsonc',
    ]);
    for (const path of made) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(after[join(workplace.folder, 'config/sluice/sluice.jsonc')]).not.toContain(canary);
    for (const [path, text] of Object.entries(before)) expect(after[path]).toBe(text);
    expect(JSON.parse(await sluice('import', '--json'))).toMatchObject({
      added: [],
      written: false,
    });
  }, 60_000);
});

describe('these tests', () => {
  it('reach no home but that of their folder', async () => {
    const { env } = workplace.sluice();
    const own = Object.entries(env).filter(([name]) => name !== 'PATH');
    for (const [name, value] of own)
      expect([name, value.startsWith(workplace.folder)]).toEqual([name, true]);
    for (const name of [
      'HOME',
      'USERPROFILE',
      'XDG_CONFIG_HOME',
      'XDG_STATE_HOME',
      'APPDATA',
      'LOCALAPPDATA',
    ])
      expect(Object.keys(env)).toContain(name);
    const real = Object.values(files).map(({ path }) =>
      join(homedir(), path.replace(/^config\//, '.config/')),
    );
    const state = () => real.map((path) => (existsSync(path) ? statSync(path).mtimeMs : undefined));
    const before = state();
    for (const client of Object.keys(files)) {
      const shown = JSON.parse(await sluice('install', client, '--json', '--dry-run')) as {
        path: string;
      };
      expect(shown.path.startsWith(workplace.folder)).toBe(true);
    }
    expect(state()).toEqual(before);
  }, 60_000);
});
