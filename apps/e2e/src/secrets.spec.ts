import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCanaries, textBelow } from './support/canaries.js';
import { hasTerminals, inTerminal, closeTerminals } from './support/in-terminal.js';
import { startLeakyHttp, type LeakyHttp } from './support/leaky-http.js';
import { listVerbs } from './support/list-verbs.js';
import { startRawHost, type RawHost } from './support/raw-host.js';
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
  file('sluice.json', JSON.stringify(config(), null, 2));
  mkdirSync(join(workplace.folder, '.cursor'));
  writeFileSync(
    join(workplace.folder, '.cursor/mcp.json'),
    JSON.stringify(clientConfig(), null, 2),
  );
});
afterAll(async () => {
  closeTerminals();
  await http.close();
  await workplace.close();
});

/** A client's own file, with secrets where people write them. */
function clientConfig() {
  return {
    mcpServers: {
      docs: {
        command: 'docs',
        args: ['--token', secret('client-argument'), `--key=${secret('client-assigned')}`],
        env: { DOCS_TOKEN: secret('client-environment') },
      },
      web: {
        url: `https://web.test/mcp?api_key=${encodeURIComponent(secret('client-query'))}`,
        headers: { 'X-Custom': secret('client-header') },
      },
    },
  };
}

/** Secrets in every place that takes one. */
function config() {
  const stdio = (mode: string, more: object = {}) => ({
    command: process.execPath,
    args: [
      leakyMain,
      mode,
      '--token',
      secret('argument'),
      `--api-key=${secret('assigned-argument')}`,
      '--dsn',
      '{env:CANARY_DSN}',
      '--header',
      `Authorization: Bearer ${secret('bearer-argument')}`,
      `https://user:${secret('url-argument')}@example.test/x`,
      '${CANARY_VARIABLE}',
    ],
    env: {
      PLAIN_NAME: secret('environment'),
      API_TOKEN: secret('token-environment'),
      HEADERS: `{"Authorization": "Bearer ${secret('nested-environment')}"}`,
      DATABASE: `postgres://app:${secret('url-environment')}@db.test/app`,
      FROM_VARIABLE: '${CANARY_VARIABLE}',
      FROM_FILE: '{file:secret.txt}',
      FROM_COMMAND: `{cmd:cat ${join(configFolder, 'other-secret.txt')}}`,
    },
    inheritEnv: ['CANARY_INHERITED'],
    ...more,
  });
  const remote = (path: string, more: object = {}) => ({
    url: `http://127.0.0.1:${http.port}${path}?api_key=${encodeURIComponent(secret('query'))}&v={env:CANARY_QUERY}`,
    headers: {
      Authorization: `Bearer ${secret('header')}`,
      'X-Custom': secret('custom-header'),
      'X-From-Variable': '${CANARY_VARIABLE}',
    },
    ...more,
  });
  return {
    mcpServers: {
      talks: stdio('talks'),
      dies: stdio('dies'),
      hangs: stdio('hangs', { timeout: 1000 }),
      garbles: stdio('garbles'),
      missing: { ...stdio('talks'), command: 'no-such-command-anywhere' },
      unset: stdio('talks', { cwd: '${CANARY_NOT_SET}/x' }),
      remote: remote('/mcp'),
      refused: remote('/status/403'),
      wants_login: remote('/status/401'),
      broken: remote('/status/500'),
      moved: remote('/redirect'),
      credentials: remote('/mcp', {
        url: `http://me:${encodeURIComponent(secret('password'))}@127.0.0.1:${http.port}/mcp`,
      }),
      closed: remote('/mcp', {
        url: `http://127.0.0.1:1/mcp?token=${encodeURIComponent(secret('closed-query'))}`,
      }),
    },
    policy: [
      { match: 'mcp__talks__tells', action: 'ask' },
      { match: '*', action: 'allow' },
    ],
  };
}

const failing = ['fails', 'throws', 'refuses', 'misshapen', 'exits', 'garbage', 'reports'];
/** Calls everything that fails, keeps what is caught, and dies of the last. */
const program = `
  const said = [];
  const attempt = async (call) => {
    try {
      said.push(await call());
    } catch (error) {
      console.log(error, error.stack, JSON.stringify(error));
      said.push({ ...error, name: error.name, message: error.message, code: error.code, content: error.content, structured: error.structured });
    }
  };
  for (const name of ${JSON.stringify(failing)}) await attempt(() => call('mcp__talks__' + name, {}));
  await attempt(() => talks.fails({}, { raw: true }));
  await attempt(() => talks.never({}, { timeoutMs: 200 }));
  await attempt(() => remote.fails({}));
  await attempt(() => remote.throws({}));
  for (const name of ['dies', 'hangs', 'garbles', 'missing', 'unset', 'refused', 'wants_login', 'broken', 'moved', 'closed'])
    await attempt(() => call('mcp__' + name + '__any', {}));
  emit({ type: 'text', text: JSON.stringify(said) });
  await saveFile('said.json', JSON.stringify(said));
  await results.keep(said);
  if (data === 'throw') throw new Error(JSON.stringify(said));
  return said;`;

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
    ['-e', program],
    ['-e', program, '--data', '"throw"'],
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
  }, 180_000);

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
    const ran = await callTool(bridge, 'run_code', { code: program });
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
  }, 120_000);

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
    120_000,
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

describe('a configuration that cannot be read', () => {
  const value = secret('broken-file');
  it.each([
    [
      'a missing comma',
      `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}" "B":"1"}}}}`,
    ],
    ['an open text', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}\n}}}}`],
    ['a wrong escape', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"\\q${value}"}}}}`],
    ['a value without quotes', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":${value}}}}}`],
    ['an object for a text', `{"mcpServers":{"a":{"command":"x","env":{"T":{"${value}":1}}}}}`],
    ['a text for an object', `{"mcpServers":{"a":{"command":"x","env":"T=${value}"}}}`],
    ['a text for headers', `{"mcpServers":{"a":{"url":"http://x/","headers":"A: ${value}"}}}`],
    [
      'an object for arguments',
      `{"mcpServers":{"a":{"command":"x","args":{"--token":"${value}"}}}}`,
    ],
    ['a text that is no URL', `{"mcpServers":{"a":{"url":"${value}"}}}`],
    ['a URL of another kind', `{"mcpServers":{"a":{"url":"ftp://me:${value}@x/"}}}`],
    [
      'command and URL',
      `{"mcpServers":{"a":{"command":"${value}","url":"http://x/?token=${value}"}}}`,
    ],
    [
      'a header with a line break',
      `{"mcpServers":{"a":{"url":"http://x/","headers":{"A":"${value}\\n"}}}}`,
    ],
    [
      'a variable that is not set',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"${value} \${NOT_SET}"}}}}`,
    ],
    [
      'a wrong substitution',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"${value} \${NOT SET}"}}}}`,
    ],
    [
      'a failing command',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"{cmd:sh -c 'echo ${value}; exit 3'}"}}}}`,
    ],
    [
      'a wrong kind',
      `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}"},"timeout":"${value}"}}}`,
    ],
    ['a number for a server', `{"mcpServers":{"a":"${value}"}}`],
    ['a value twice', `{"mcpServers":{"a":{"command":"x","env":{"T":"${value}","T":"${value}"}}}}`],
    [
      'YAML with a tab',
      `mcpServers:\n  a:\n    command: x\n    env:\n      API_TOKEN: "${value}\n\tx: 1`,
    ],
    [
      'YAML that is out of line',
      `mcpServers:\n  a:\n    command: x\n    env:\n      API_TOKEN: ${value}\n     B: 1`,
    ],
    [
      'TOML with an open text',
      `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nAPI_TOKEN = "${value}\n`,
    ],
    [
      'TOML without quotes',
      `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nAPI_TOKEN = ${value}\n`,
    ],
  ])('for %s is no reason to show what stands there', async (_, text) => {
    // Without Deno, so that doctor has nothing to try.
    const own = createWorkplace({ SLUICE_DENO: '/no/such/deno' });
    const folder = join(own.folder, 'config/sluice');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'sluice.json'), text);
    const ended = await Promise.all(
      [
        ['servers'],
        ['doctor', '--json'],
        ['exec', '-e', 'return await tools.a.x({})'],
        ['serve'],
      ].map((words) => own.runVerb(words)),
    );
    rmSync(join(folder, 'sluice.json'));
    const leaks = ended.flatMap(({ stdout, stderr }) => canaries.in(`${stdout}\n${stderr}`));
    expect([...leaks, ...canaries.in(textBelow(own.folder))]).toEqual([]);
    await own.close();
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

async function initialize(host: RawHost): Promise<void> {
  await host.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  host.notify('notifications/initialized');
}

async function callTool(host: RawHost, name: string, args: object) {
  const { result, error } = await host.ask('tools/call', {
    name,
    arguments: args,
    _meta: { progressToken: name },
  });
  const { content = [] } = (result ?? {}) as { content?: { text?: string }[] };
  return { text: content.map(({ text }) => text ?? '').join('\n'), error };
}

/** Lists tools, and calls every one of them. */
async function useEverything(host: RawHost): Promise<void> {
  await initialize(host);
  const { result } = await host.ask('tools/list', {});
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  const run = names.includes('run_code') ? 'run_code' : 'execute_code';
  const ran = names.includes(run) ? await callTool(host, run, { code: program }) : undefined;
  if (ran) {
    // It did fail, with all that it was given.
    expect(ran.text).toContain('[redacted]');
    await callTool(host, run, { code: program, data: 'throw' });
    await callTool(host, run, { code: 'return await talks.fails({})' });
    await callTool(host, run, { code: 'return await talks.throws({})' });
  }
  const ref = /res_[0-9a-f]{32}/.exec(ran?.text ?? '')?.[0] ?? `res_${'0'.repeat(32)}`;
  for (const name of names) {
    const ways = argumentsOf(name, ref);
    if (ways === undefined) throw new Error(`The tool ${name} is not covered: add its arguments`);
    for (const args of ways) await callTool(host, name, args);
  }
}

/** Arguments to call a tool with; undefined for one that nobody thought of. */
function argumentsOf(name: string, ref: string): readonly object[] | undefined {
  const own = name.replace(/^toolpipe_/, '');
  switch (own) {
    case 'search_tools':
      return [{}, { query: 'leaky' }, { query: 'fails', server: 'dies' }];
    case 'run_code':
    case 'execute_code':
      return [{ code: 'return 1' }];
    case 'inspect_result':
    case 'read_result':
    case 'release_result':
      return [{ ref }];
    case 'select_result':
      return [{ ref, expression: '[].message' }];
    case 'search_result':
      return [{ ref, query: 'Cnry' }];
    case 'pipe_result':
      return ['mcp__talks__fails', 'talks_fails'].map((tool) => ({
        ref,
        tool,
        target_tool: tool,
        mapping: { x: '@' },
      }));
    case 'list_tools':
      return [{ server: 'talks' }, { server: 'dies' }];
    case 'approve_server':
    case 'remove_server':
      return [{ name: 'talks' }];
    case 'add_server':
      return [
        { name: 'talks', command: 'x' },
        { name: 'new', command: 'x' },
      ];
    case 'set_result_mode':
    case 'set_policy':
      return [{ target: 'talks', mode: 'always' }];
    case 'get_result_mode':
    case 'get_policy':
      return [{ target: 'talks' }];
    case 'fetch_logs':
    case 'clear_logs':
    case 'list_servers':
    case 'pending_servers':
      return [{}];
    default:
      // The one that tells is asked for, and nobody says yes; the one that never answers would be waited for.
      if (/^(?:talks|remote)_(?!never)/.test(name)) return [{}];
      return /^(?:talks|remote)_never$/.test(name) ? [] : undefined;
  }
}
