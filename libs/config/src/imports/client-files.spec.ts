import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { readSettings } from '../read-settings.js';

const path = '/f';

function read(text: string, environment: Record<string, string> = {}) {
  return readSettings({
    files: [{ path, text }],
    environment,
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
  });
}

const transports = (text: string, environment?: Record<string, string>) =>
  Object.fromEntries(
    read(text, environment).servers.map(({ name, transport }) => [name, transport]),
  );
const problems = (text: string) =>
  read(text).servers.map(({ problem }) => problem && `${problem.message} | ${problem.hint}`);
const stdio = (command: string, args: string[], env: Record<string, string> = {}) => ({
  kind: 'stdio',
  command,
  args,
  env,
  inheritEnv: [],
});

describe('files of Claude Code, Claude Desktop and Cursor', () => {
  it('have comments, and what is commented out does not load', () => {
    const settings = read(
      '{\n  "mcpServers": {\n    // used by the nightly job\n    "a": { "command": "node", "args": ["s.mjs", "ok"] },\n    /* "off": { "command": "nope" }, */\n    "b": { "command": "node" }\n  }\n}\n',
    );
    expect(settings.servers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(settings.warnings).toEqual([]);
  });

  it('hand arguments on one by one as they stand', () => {
    const args = [
      'h=Authorization: Bearer a b',
      'q="x"',
      'd=$HOME',
      'b=C:\\Program Files\\x',
      '',
      'ž=日',
    ];
    const text = JSON.stringify({ mcpServers: { a: { command: 'node', args } } });
    expect(transports(text)).toEqual({ a: stdio('node', args) });
  });

  it('put variables and their defaults into headers, and leave other text alone', () => {
    const text = JSON.stringify({
      mcpServers: {
        cursor: {
          url: 'http://x/',
          headers: { A: 'Bearer ${env:TOK}', B: 'cost $5 {literal} $HOME' },
        },
        claude: { type: 'http', url: 'http://x/', headers: { A: '${TOK:-none}' } },
      },
    });
    const headers = (environment?: Record<string, string>) => {
      const { cursor, claude } = transports(text, environment);
      return [cursor, claude].map((one) => one?.kind === 'http' && one.headers);
    };
    expect(headers({ TOK: 't' })).toEqual([
      { A: 'Bearer t', B: 'cost $5 {literal} $HOME' },
      { A: 't' },
    ]);
    expect(headers()).toEqual([{}, { A: 'none' }]);
  });

  it('switch servers off and hide tools in other words', () => {
    const { servers, warnings } = read(
      JSON.stringify({
        mcpServers: {
          off: { command: 'x', disabled: true },
          on: {
            command: 'x',
            disabled: false,
            disabledTools: ['rm'],
            blocked_tools: 'drop',
            alwaysAllow: ['ls'],
          },
          surf: { serverUrl: 'http://x/' },
          some: { command: 'x', tools: ['get_*'] },
          all: { command: 'x', tools: ['*'] },
        },
      }),
    );
    expect(servers).toMatchObject([
      { name: 'off', enabled: false },
      { name: 'on', enabled: true, blockedTools: ['drop', 'rm'] },
      { name: 'surf', transport: { kind: 'http', url: 'http://x/' } },
      { name: 'some', onlyTools: [['get_*']] },
      { name: 'all', onlyTools: [['*']] },
    ]);
    expect(warnings).toEqual([
      '/f: line 1, column 137: mcpServers.on.alwaysAllow has no effect here: the policy says what runs without a question',
    ]);
  });

  it('are held back where two keys disagree on what is open', () => {
    expect(
      problems('{ "mcpServers": { "a": { "command": "x", "enabled": true, "disabled": true } } }'),
    ).toEqual([
      'Cannot start upstream "a": both "disabled" and another key say which of its tools exist, or whether it is on | Keep one of them.',
    ]);
    expect(problems('{ "mcpServers": { "a": { "command": "x", "disabled": "yes" } } }')).toEqual([
      'Cannot start upstream "a": "disabled" must be true or false | Correct or remove the key.',
    ]);
  });
});

describe('settings of Gemini', () => {
  it('name streamable servers httpUrl and have settings beside them', () => {
    const { servers, warnings } = read(
      '{ "mcp": { "allowed": ["a"] }, "mcpServers": { "a": { "httpUrl": "http://x/", "trust": true, "includeTools": ["t"], "excludeTools": ["u"] }, "b": { "url": "http://y/" } } }',
    );
    expect(servers).toMatchObject([
      {
        name: 'a',
        transport: { url: 'http://x/', mode: 'streamable' },
        onlyTools: [['t']],
        blockedTools: ['u'],
      },
      { name: 'b', transport: { url: 'http://y/', mode: 'auto' }, enabled: false },
    ]);
    expect(warnings).toEqual([
      '/f: line 1, column 79: mcpServers.a.trust has no effect here: the policy says what runs without a question',
    ]);
  });
});

describe('files of VS Code', () => {
  it('have servers, inputs and comments, beside mcpServers too', () => {
    const { servers, warnings } = read(
      '{\n  // VS Code\n  "inputs": [],\n  "servers": { "a": { "type": "stdio", "command": "node" } },\n  "mcpServers": { "b": { "command": "node" } }\n}\n',
    );
    expect(servers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(warnings).toEqual([]);
  });

  it('may be settings with all of that under mcp', () => {
    expect(
      transports(
        '{ "editor.tabSize": 2, "mcp": { "inputs": [], "servers": { "a": { "command": "x" } } } }',
      ),
    ).toEqual({
      a: stdio('x', []),
    });
  });

  it('fail a server that needs an answer which only VS Code has', () => {
    const text =
      '{ "servers": { "a": { "url": "http://x/", "headers": { "K": "${input:key}" } } } }';
    expect(problems(text)).toEqual([
      'Cannot start upstream "a": headers.K needs the input "key", for which VS Code asks its user | Put the value into a variable and write ${NAME} instead.',
    ]);
  });
});

describe('config.toml of Codex', () => {
  it('makes a header of a variable that holds a token, and stdio of a command', () => {
    const text =
      'model = "gpt"\n[mcp_servers.remote]\nurl = "http://x/mcp"\nbearer_token_env_var = "REMOTE_TOKEN"\n\n[mcp_servers.local]\ncommand = "node"\nargs = ["s.mjs", "ok"]\n';
    expect(transports(text, { REMOTE_TOKEN: 't' })).toEqual({
      remote: {
        kind: 'http',
        url: 'http://x/mcp',
        headers: { Authorization: 'Bearer t' },
        mode: 'auto',
      },
      local: stdio('node', ['s.mjs', 'ok']),
    });
    expect(problems(text)).toEqual([
      'Cannot start upstream "remote": headers.Authorization needs the variable "REMOTE_TOKEN", which is not set | Set REMOTE_TOKEN in the environment of Sluice, or write ${REMOTE_TOKEN:-default}.',
      undefined,
    ]);
    expect(read(text, { REMOTE_TOKEN: 't' }).warnings).toEqual([]);
  });

  it('may say it all', () => {
    const text = `
[mcp_servers.a]
url = "http://x/mcp"
http_headers = { "X-A" = "1", "X-B" = "2" }
env_http_headers = { "X-C" = "C", "x-a" = "C" }
startup_timeout_sec = 2.5
tool_timeout_sec = 60
enabled_tools = ["get", "list"]
disabled_tools = ["list"]
enabled = false
[mcp_servers.b]
command = "x"
env_vars = ["HOME2", { name = "LANG2", source = "local" }]
`;
    const settings = read(text, { C: 'c' });
    expect(settings.servers).toMatchObject([
      {
        enabled: false,
        connectTimeoutMs: 2500,
        transport: { headers: { 'X-A': '1', 'X-B': '2', 'X-C': 'c' } },
        onlyTools: [['get', 'list']],
        blockedTools: ['list'],
      },
      { transport: { inheritEnv: ['HOME2', 'LANG2'] } },
    ]);
    expect(settings.warnings).toEqual([
      '/f: line 7, column 1: mcp_servers.a.tool_timeout_sec has no effect here: a call has the time of its run',
    ]);
  });
});

describe('files of OpenCode', () => {
  it('keep the variables of a server, however its command is written; environment wins', () => {
    const text = JSON.stringify({
      $schema: 'https://opencode.ai/config.json',
      theme: 'x',
      mcp: {
        a: { type: 'local', command: ['node', 's.mjs'], environment: { K: '1' } },
        b: { type: 'local', command: 'node', args: ['s.mjs'], env: { K: '2' } },
        c: {
          type: 'local',
          command: ['node', 's.mjs'],
          env: { K: 'env' },
          environment: { K: 'environment' },
        },
        r: { type: 'remote', url: 'http://x/', headers: { A: 'Bearer {env:TOK}' } },
        off: { enabled: false },
      },
    });
    expect(transports(text, { TOK: 't' })).toEqual({
      a: stdio('node', ['s.mjs'], { K: '1' }),
      b: stdio('node', ['s.mjs'], { K: '2' }),
      c: stdio('node', ['s.mjs'], { K: 'environment' }),
      r: { kind: 'http', url: 'http://x/', headers: { A: 'Bearer t' }, mode: 'auto' },
      off: stdio('', []),
    });
    expect(read(text, { TOK: 't' }).warnings).toEqual([]);
  });
});

describe('settings of Zed', () => {
  it('have a nested and a flat form, among all the settings of an editor', () => {
    const text =
      '{\n  "theme": "One", // ui\n  "context_servers": {\n    "old": { "source": "custom", "command": { "path": "node", "args": ["s.mjs", "show=A"], "env": { "A": "1" } }, "settings": {} },\n    "new": { "command": "node", "args": ["s.mjs"], "env": {} }\n  }\n}\n';
    expect(transports(text)).toEqual({
      old: stdio('node', ['s.mjs', 'show=A'], { A: '1' }),
      new: stdio('node', ['s.mjs']),
    });
    expect(read(text).warnings).toEqual([
      '/f: line 4, column 115: context_servers.old.settings has no effect here: it is for extensions of Zed',
    ]);
  });

  it('fail a server of which only an extension knows the command', () => {
    expect(
      problems(
        '{ "context_servers": { "e": { "source": "extension", "settings": {} }, "b": { "command": "x" } } }',
      ),
    ).toEqual([
      'Cannot start upstream "e": an extension of Zed starts it, and the file does not say how | Write its "command".',
      undefined,
    ]);
  });
});

describe('a file with several sections', () => {
  it('may not have one name twice', () => {
    const text =
      '{ "mcpServers": { "a": { "command": "x" } },\n  "servers": { "a": { "command": "y" } } }';
    expect(() => read(text)).toThrow(
      new SluiceError(
        'CONFIG_INVALID',
        'Cannot use the configuration /f: line 2, column 16: the server "a" stands twice, first at line 1, column 19',
        { hint: 'Remove or rename one of the two.' },
      ),
    );
  });

  it('is warned of a name near ours even among the settings of an editor', () => {
    expect(read('{ "mcp": {}, "polici": [], "font": 1 }').warnings).toEqual([
      '/f: line 1, column 14: the unknown key "polici" is ignored; did you mean "policy"?',
    ]);
  });
});
