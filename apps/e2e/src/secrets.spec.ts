import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCanaries, textBelow } from './support/canaries.js';
import { hasTerminals, inTerminal, closeTerminals } from './support/in-terminal.js';
import { startLeakyHttp, type LeakyHttp } from './support/leaky-http.js';
import { listVerbs } from './support/list-verbs.js';
import { failingProgram } from './support/failing-program.js';
import { startRawHost } from './support/raw-host.js';
import { callTool, initialize } from './support/raw-session.js';
import { secretClientFile } from './support/secret-client-file.js';
import { secretConfig } from './support/secret-config.js';
import { useEverything } from './support/use-everything.js';
import { createWorkplace, type Workplace } from './support/workplace.js';

const canaries = createCanaries();
const secret = canaries.of;
const leakyMain = fileURLToPath(new URL('fixtures/leaky.mjs', import.meta.url));

let workplace: Workplace;
let http: LeakyHttp;
let configFolder: string;
let logFile: string;

beforeAll(async () => {
  workplace = createWorkplace({
    CANARY_VARIABLE: secret('variable'),
    CANARY_DSN: `postgres://app:${secret('dsn')}@db.test/app`,
    CANARY_QUERY: secret('query-variable'),
    CANARY_INHERITED: secret('inherited'),
    CANARY_UNUSED: secret('not-given-to-anyone'),
  });
  http = await startLeakyHttp();
  configFolder = join(workplace.folder, 'config/sluice');
  logFile = join(workplace.folder, 'logs/sluice.log');
  mkdirSync(configFolder, { recursive: true, mode: 0o700 });
  const file = (name: string, text: string) =>
    writeFileSync(join(configFolder, name), text, { mode: 0o600 });
  file('secret.txt', `${secret('file')}\n`);
  file('other-secret.txt', `${secret('command')}\n`);
  file(
    'sluice.json',
    JSON.stringify(secretConfig({ secret, folder: configFolder, port: http.port }), null, 2),
  );
  mkdirSync(join(workplace.folder, '.cursor'));
  writeFileSync(
    join(workplace.folder, '.cursor/mcp.json'),
    JSON.stringify(secretClientFile(secret), null, 2),
  );
});
afterAll(async () => {
  closeTerminals();
  await http.close();
  await workplace.close();
});

/** What each verb is run with: all its ways to say something. A verb that is not here fails the test. */
const runs: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // Of their own below: they serve until they are ended, or want a terminal.
  serve: [],
  daemon: [],
  connect: [['--port', '1']],
  status: [['--port', '1']],
  approve: [[], ['--page', '--no-browser']],
  import: [['--dry-run'], ['--from', 'cursor', '--to', 'new.json', '--dry-run']],
  install: [
    ['cursor', '--move', '--dry-run'],
    ['zed', '--dry-run'],
  ],
  uninstall: [
    ['cursor', '--dry-run'],
    ['zed', '--dry-run'],
  ],
  exec: [
    ['-e', failingProgram],
    ['-e', failingProgram, '--data', '"throw"'],
    ['-e', 'return [await talks.tells({}), await talks.fails({})]'],
  ],
  search: [['leaky tool that fails'], [''], ['fails', '--detail', 'schema']],
  tools: [[], ['talks'], ['dies']],
  servers: [[], ['--log-level', 'debug']],
  doctor: [[], ['--log-level', 'debug']],
  approvals: [[], ['export']],
  results: [[]],
  inspect: [['res_00000000000000000000000000000000']],
  stats: [[]],
  clean: [[]],
  logs: [[]],
  'policy explain': [['mcp__talks__fails'], ['mcp__dies__any'], ['nothing']],
  'policy test': [['EXPECTATIONS']],
  'policy simulate': [[], ['--policy', 'CONFIG']],
  'config schema': [[]],
  completions: [['bash'], ['zsh'], ['fish']],
};

describe('secrets of the configuration', () => {
  it('are in nothing that any verb prints, logs or keeps', async () => {
    const verbs = await listVerbs(workplace);
    expect([...verbs].sort()).toEqual(Object.keys(runs).sort());
    const expectations = join(workplace.folder, 'expectations.json');
    writeFileSync(expectations, '[{ "tool": "mcp__talks__fails", "action": "deny" }]');
    const filled = (word: string) =>
      ({ EXPECTATIONS: expectations, CONFIG: join(configFolder, 'sluice.json') })[word] ?? word;
    const leaks: string[] = [];
    for (const verb of verbs) {
      const ways = (runs[verb] ?? []).map((words) => words.map(filled));
      const withJson = /^(?:c|approve$)/.test(verb) && verb !== 'clean' ? [] : ways.map(asJson);
      const ended = await Promise.all(
        [...ways, ...withJson].map(async (words) => {
          const { stdout, stderr } = await workplace.runVerb([...verb.split(' '), ...words]);
          return canaries
            .in(`${stdout}\n${stderr}`)
            .map((leak) => `sluice ${verb} ${words.join(' ').slice(0, 40)}: ${leak}`);
        }),
      );
      leaks.push(...ended.flat());
    }
    expect(leaks).toEqual([]);
    expect(kept()).toEqual([]);
  }, 600_000);

  it('are in nothing that the daemon prints or says, by connect and status', async () => {
    const started = await workplace.startHttp();
    const { process: child, output } = started;
    const { port } = new URL(started.url);
    const told = await Promise.all(
      [['status'], ['status', '--json'], ['status', 'talks'], ['status', 'dies', '--json']].map(
        (words) => workplace.runVerb([...words, '--port', port]),
      ),
    );
    const bridge = startRawHost(workplace.sluice('connect', '--port', port), workplace.folder);
    await initialize(bridge);
    const ran = await callTool(bridge, 'run_code', { code: failingProgram });
    expect(ran.text).toContain('[redacted]');
    await callTool(bridge, 'search_tools', {});
    await bridge.end();
    const said = [...told, { stdout: bridge.stdout(), stderr: bridge.stderr() }];
    expect(said.flatMap(({ stdout, stderr }) => canaries.in(`${stdout}\n${stderr}`))).toEqual([]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    const { stdout, stderr } = output();
    expect(canaries.in(`${stdout}\n${stderr}`)).toEqual([]);
  }, 300_000);

  it.each([['code,results,servers,logs,modes,direct'], ['jsmcp'], ['toolpipe']])(
    'are in nothing that a client of %s gets, that is logged or kept',
    async (groups) => {
      const words = ['--expose', groups, '--log-level', 'debug'];
      const plain = startRawHost(workplace.sluice(...words), workplace.folder);
      const logged = startRawHost(
        workplace.sluice(...words, '--log-file', logFile),
        workplace.folder,
      );
      await Promise.all([plain, logged].map(useEverything));
      const leaks = [plain, logged].flatMap(({ stdout, stderr }) => [
        ...canaries.in(stdout()).map((leak) => `protocol: ${leak}`),
        ...canaries.in(stderr()).map((leak) => `stderr: ${leak}`),
      ]);
      expect(leaks).toEqual([]);
      // Before the end, too: results and files go with their session.
      expect(kept()).toEqual([]);
      await Promise.all([plain.end(), logged.end()]);
      expect(kept()).toEqual([]);
    },
    300_000,
  );

  it.runIf(hasTerminals)('are in no question that a person is asked', async () => {
    const host = startRawHost(workplace.sluice(), workplace.folder);
    await initialize(host);
    const code = 'return await talks.tells({})';
    const { text } = await callTool(host, 'run_code', { code });
    expect(text).toContain('sluice approve');
    const terminal = inTerminal(workplace.sluice('approve'));
    await terminal.shows('talks');
    terminal.type('\u0003');
    await terminal.ended;
    expect(canaries.in(terminal.screen())).toEqual([]);
    expect(canaries.in(host.stdout() + host.stderr())).toEqual([]);
    expect(kept()).toEqual([]);
    await host.end();
  });
});

describe('what a server itself answers to a call', () => {
  it('is passed on as it is: a tool that tells its environment tells it to the model', async () => {
    const own = createWorkplace();
    const env = { VISIBLE: secret('told-by-the-tool') };
    const path = own.writeConfig({
      mcpServers: { talks: { command: process.execPath, args: [leakyMain, 'talks'], env } },
      policy: [{ match: '*', action: 'allow' }],
    });
    const { stdout } = await own.runVerb([
      'exec',
      '--config',
      path,
      '-e',
      'return (await talks.tells({})).includes(data)',
      '--data',
      JSON.stringify(env.VISIBLE),
    ]);
    await own.close();
    expect(stdout).toBe('true\n');
  });
});

/** What stands in files that are not the user's own. */
function kept(): readonly string[] {
  return ['state', 'cache', 'logs']
    .map((name) => join(workplace.folder, name))
    .flatMap((folder) => {
      mkdirSync(folder, { recursive: true });
      return canaries.in(textBelow(folder)).map((leak) => `${folder}: ${leak}`);
    });
}

function asJson(words: readonly string[]): readonly string[] {
  return [...words, '--json'];
}
