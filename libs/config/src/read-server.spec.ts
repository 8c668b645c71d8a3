import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import type { ConfigInput } from './config-input.js';
import { readSettings } from './read-settings.js';

const path = '/home/ann/sluice.jsonc';

function read(servers: unknown, input: Partial<ConfigInput> = {}, rest: object = {}) {
  const text =
    typeof servers === 'string' ? servers : JSON.stringify({ mcpServers: servers, ...rest });
  return readSettings({
    files: [{ path, text }],
    environment: { TOK: 'token-value', EMPTY: '' },
    homeFolder: '/home/ann',
    readTextFile: (file) => {
      if (file === '/home/ann/key.txt') return 'file-value\n';
      throw Object.assign(new Error('boom'), { code: 'ENOENT' });
    },
    resolvePath: (folder, file) => (file.startsWith('/') ? file : `${folder}/${file}`),
    ...input,
  });
}

function server(entry: unknown, input: Partial<ConfigInput> = {}) {
  const [first] = read({ a: entry }, input).servers;
  if (first === undefined) throw new Error('no server');
  return first;
}

function refusal(servers: unknown, rest: object = {}) {
  try {
    read(servers, {}, rest);
  } catch (error) {
    if (error instanceof SluiceError)
      return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('was read');
}

describe('a local server', () => {
  it('gets the documented defaults', () => {
    expect(server({ command: 'node' })).toEqual({
      name: 'a',
      file: path,
      enabled: true,
      transport: { kind: 'stdio', command: 'node', args: [], env: {}, inheritEnv: [] },
      connectTimeoutMs: 30_000,
      concurrency: 16,
      trusted: false,
      written: 'node',
      shown: 'node',
    });
  });

  it('takes every key', () => {
    const entry = {
      type: 'local',
      command: ['node', 'server.mjs'],
      args: ['x'],
      env: { K: 'env', A: '1' },
      environment: { K: 'environment' },
      inheritEnv: ['HTTPS_PROXY'],
      cwd: 'work',
      enabled: false,
      timeout: 60_000,
      description: 'what it is',
      trusted: true,
      checkArguments: false,
      concurrency: 2,
      prefix: 'w',
    };
    expect(server(entry)).toEqual({
      name: 'a',
      file: path,
      description: 'what it is',
      enabled: false,
      transport: {
        kind: 'stdio',
        command: 'node',
        args: ['server.mjs', 'x'],
        env: { K: 'environment', A: '1' },
        inheritEnv: ['HTTPS_PROXY'],
        cwd: '/home/ann/work',
      },
      connectTimeoutMs: 60_000,
      concurrency: 2,
      trusted: true,
      checkArguments: false,
      prefix: 'w',
      written: 'node server.mjs x cwd=work env=A,K inheritEnv=HTTPS_PROXY',
      shown: 'node server.mjs x cwd=work env=A,K inheritEnv=HTTPS_PROXY',
    });
  });

  it('keeps its arguments element by element, unsplit and unchanged', () => {
    const args = [
      'env-echo',
      'h=Authorization: Bearer a b',
      'q="x"',
      'd=$HOME',
      'b=C:\\Program Files\\x',
      '',
      'ž=日',
      'cost $5 {literal}',
    ];
    expect(server({ command: 'node', args }).transport).toMatchObject({ args });
  });

  it('turns numbers and flags of env into texts, digit by digit', () => {
    const text =
      '{ "mcpServers": { "a": { "command": "x", "env": { "N": 12345678901234567890, "F": 1.0, "B": true, "__proto__": "own" } } } }';
    const [first] = read(text).servers;
    const env = first?.transport.kind === 'stdio' ? first.transport.env : {};
    expect(Object.entries(env)).toEqual([
      ['N', '12345678901234567890'],
      ['F', '1.0'],
      ['B', 'true'],
      ['__proto__', 'own'],
    ]);
  });

  it('is not started with a NUL, an empty command or an odd variable name', () => {
    expect(server({ command: 'x', args: ['a\0b'] }).problem).toEqual({
      message:
        'Cannot start upstream "a": its command, arguments or environment hold a NUL character',
      hint: 'Remove the NUL character: no program can be given one.',
    });
    expect(server({ command: '${EMPTY}' }).problem).toEqual({
      message: 'Cannot start upstream "a": its command is empty',
      hint: 'Set "command" to a program.',
    });
    expect(server({ command: 'x', env: { 'A=b': 'c' } }).problem).toEqual({
      message:
        'Cannot start upstream "a": its environment has a variable whose name is empty or holds "="',
      hint: 'Write "env": { "NAME": "value" } and "inheritEnv": ["NAME"].',
    });
  });

  it('is not started when it is Sluice itself', () => {
    expect(server({ command: 'npx', args: ['-y', 'sluice@1.2.3'] })).toMatchObject({
      transport: { kind: 'stdio', command: '', args: [] },
      problem: {
        message: 'Cannot start upstream "a": it would start Sluice itself',
        hint: 'Remove this entry: Sluice cannot be its own upstream.',
      },
    });
  });
});

describe('a remote server', () => {
  it.each([
    [undefined, 'auto'],
    ['http', 'auto'],
    ['remote', 'auto'],
    ['streamable-http', 'streamable'],
    ['sse', 'sse'],
  ])('of type %s is tried as %s', (type, mode) => {
    expect(server({ type, url: 'https://x.example/mcp', headers: { A: 'b' } }).transport).toEqual({
      kind: 'http',
      url: 'https://x.example/mcp',
      headers: { A: 'b' },
      mode,
    });
  });

  it.each(['ftp://x', 'x.example/mcp', '', 'https://'])('is not reached at %j', (url) => {
    expect(server({ url }).problem).toEqual({
      message:
        'Cannot start upstream "a": its url is no address that starts with http:// or https://',
      hint: 'Write the whole address, such as https://example.com/mcp.',
    });
  });

  it('is not reached with a name or a password in its url', () => {
    for (const url of [
      'https://ann@x.example/',
      'https://ann:pw@x.example/',
      'https://:pw@x.example/',
    ])
      expect(server({ url }).problem).toEqual({
        message: 'Cannot start upstream "a": its url holds a user name or a password',
        hint: 'Put them into "headers" instead: { "Authorization": "Basic …" }.',
      });
  });

  it('is not reached with a header that HTTP does not allow', () => {
    const problem = (headers: object) => server({ url: 'http://x/', headers }).problem?.message;
    expect(problem({ 'a b': 'x' })).toBe(
      'Cannot start upstream "a": headers has a name "a b" that HTTP does not allow',
    );
    expect(problem({ A: 'x\r\nB: y' })).toBe(
      'Cannot start upstream "a": headers.A holds a character that HTTP does not allow',
    );
    expect(problem({ A: '日' })).toBe(
      'Cannot start upstream "a": headers.A holds a character that HTTP does not allow',
    );
  });
});

describe('a server entry of the wrong form', () => {
  it.each([
    [
      {},
      '"a":',
      'mcpServers.a has neither "command" nor "url"',
      'Set "command" for a local server, or "url" for a remote one.',
    ],
    [
      { command: 'x', url: 'http://x' },
      '"url"',
      'mcpServers.a has both "command" and "url"',
      'Keep "command" for a local server, or "url" for a remote one.',
    ],
    [
      { type: 'http', command: 'x' },
      '"http"',
      'mcpServers.a.type says a remote server, but mcpServers.a has "command"',
      'Remove "type", or correct it.',
    ],
    [
      { type: 'stdio', url: 'http://x' },
      '"stdio"',
      'mcpServers.a.type says a local server, but mcpServers.a has "url"',
      'Remove "type", or correct it.',
    ],
    [
      { type: 'htp', url: 'http://x' },
      '"htp"',
      'mcpServers.a.type is "htp"; it must be one of stdio, local, http, remote, streamable-http, sse',
      undefined,
    ],
    [
      { command: 'x', args: 'secret' },
      '"secret"',
      'mcpServers.a.args is a text; it must be a list',
      undefined,
    ],
    [
      { command: 'x', args: [null] },
      'null',
      'mcpServers.a.args[0] is null; it must be a text in double quotes',
      undefined,
    ],
    [
      { command: 'x', env: { K: null } },
      'null',
      'mcpServers.a.env.K is null; it must be a text in double quotes',
      undefined,
    ],
    [
      { url: 'http://x', headers: { 'x y': [] } },
      '[]',
      'mcpServers.a.headers["x y"] is a list; it must be a text in double quotes',
      undefined,
    ],
    [
      { command: 'x', timeout: 30 },
      '30',
      'mcpServers.a.timeout is 30; it must be a whole number from 100 to 3600000 (milliseconds)',
      undefined,
    ],
    [
      { command: 'x', concurrency: 0 },
      '0',
      'mcpServers.a.concurrency is 0; it must be a whole number from 1 to 1024 (calls)',
      undefined,
    ],
    [
      { command: 'x', enabled: 'no' },
      '"no"',
      'mcpServers.a.enabled is a text; it must be true or false',
      undefined,
    ],
    ['x', '"x"', 'mcpServers.a is a text; it must be an object', undefined],
  ])('%j is refused at %s', (entry, marker, sentence, hint) => {
    const column = JSON.stringify({ mcpServers: { a: entry } }).indexOf(marker) + 1;
    expect(refusal({ a: entry })).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column ${column}: ${sentence}`,
      hint,
    });
  });

  it.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    [' a', 'starts or ends with a space'],
    ['a__b', 'holds "__"'],
    ['__proto__', 'holds "__"'],
    ['a_', 'ends with "_"'],
    ['a/b', 'holds "/"'],
    ['a\u001b[0m', 'holds "\\u001b"'],
    ['x'.repeat(129), 'has 129 characters'],
  ])('the name %j %s', (name, problem) => {
    const text = `{ "mcpServers": { ${JSON.stringify(name)}: { "command": "x" } } }`;
    const { message, hint, code } = refusal(text);
    expect(code).toBe('CONFIG_INVALID');
    expect(message).toContain(`${path}: line 1, column 19: the server name "`);
    expect(message.endsWith(` ${problem}`)).toBe(true);
    expect(hint).toBe(
      'A server name holds letters, digits, "-", ".", spaces and single "_", no space at its ends and no "_" at its end, at most 128 characters.',
    );
  });

  it('allows every name that the rule allows', () => {
    const names = ['a', 'my-server', 'My Server 2', 'a_b', '_a', 'größe.日本', 'constructor', '1'];
    const entries = Object.fromEntries(names.map((name) => [name, { command: 'x' }]));
    expect(
      read(entries)
        .servers.map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort());
  });
});

describe('substitution in a server', () => {
  it('happens in every text', () => {
    const { transport, description } = server({
      command: ['${CMD:-node}', '--key={file:~/key.txt}'],
      env: { T: '${TOK}' },
      environment: { U: '{env:TOK}', V: '${env:TOK}' },
      args: ['$${TOK}', 'cost $5 {literal} $HOME'],
      description: 'uses ${NAME:-nothing}',
    });
    expect(transport).toMatchObject({
      command: 'node',
      args: ['--key=file-value', '${TOK}', 'cost $5 {literal} $HOME'],
      env: { T: 'token-value', U: 'token-value', V: 'token-value' },
    });
    expect(description).toBe('uses nothing');
  });

  it('fails that one server for an unset variable, and nothing half-made is left in it', () => {
    const settings = read({
      bad: {
        type: 'http',
        url: 'http://x/mcp',
        headers: { Authorization: 'Bearer ${NOT_SET_XYZ}' },
      },
      good: { command: 'node' },
    });
    expect(settings.servers[0]).toMatchObject({
      name: 'bad',
      transport: { kind: 'http', url: '', headers: {}, mode: 'auto' },
      problem: {
        message:
          'Cannot start upstream "bad": headers.Authorization needs the variable "NOT_SET_XYZ", which is not set',
        hint: 'Set NOT_SET_XYZ in the environment of Sluice, or write ${NOT_SET_XYZ:-default}.',
      },
    });
    expect(settings.servers[1]).not.toHaveProperty('problem');
    expect(settings.servers[1]?.transport).toMatchObject({ command: 'node' });
  });

  it('fails the start with strict, but not for a server that is off', () => {
    expect(refusal({ a: { command: '${NOPE}' } }, { strict: true })).toEqual({
      code: 'CONFIG_VARIABLE_UNSET',
      message: `Cannot use the configuration ${path}: line 1, column 31: with "strict" all servers must be fit to start, but "a" is not: command needs the variable "NOPE", which is not set`,
      hint: 'Set NOPE in the environment of Sluice, or write ${NOPE:-default}.',
    });
    const off = { a: { command: '${NOPE}', enabled: false } };
    expect(read(off, {}, { strict: true }).servers).toHaveLength(1);
  });

  it.each([
    ['/etc/sluice.json', 'k', '/etc', 'k'],
    ['/etc/odd\\name.json', 'k', '/etc', 'k'],
    ['/sluice.json', '../k', '/', '../k'],
    ['/etc/sluice.json', '~/k', '/home/ann', 'k'],
    ['C:\\Users\\ann\\sluice.json', 'k', 'C:\\Users\\ann', 'k'],
    ['C:\\sluice.json', '~\\k', '/home/ann', 'k'],
    ['C:\\sluice.json', 'k', 'C:\\', 'k'],
  ])('in %s finds {file:%s} from %s', (file, written, folder, rest) => {
    const seen: string[][] = [];
    const text = JSON.stringify({ mcpServers: { a: { command: `{file:${written}}` } } });
    const { servers } = read(
      {},
      {
        files: [{ path: file, text }],
        resolvePath: (...parts) => (seen.push(parts), '/resolved'),
        readTextFile: (path) => (path === '/resolved' ? 'found' : ''),
      },
    );
    expect(seen).toEqual([[folder, rest]]);
    expect(servers[0]?.transport).toMatchObject({ command: 'found' });
  });

  it('says what is wrong with a file, a command or an unreadable form', () => {
    const problem = (value: string) => server({ command: 'x', args: ['ok', value] }).problem;
    expect(problem('{file:secrets/k}')).toEqual({
      message: 'Cannot start upstream "a": args[1] names the file "secrets/k", which was not found',
      hint: 'Check the path.',
    });
    expect(problem('{cmd:pass show x}')).toEqual({
      message:
        'Cannot start upstream "a": args[1] holds {cmd:…}, which only your own configuration file in its usual place may use',
      hint: 'Put the value into a variable and write ${NAME}, or into a file and write {file:path}.',
    });
    expect(problem('${in:token}')?.message).toBe(
      'Cannot start upstream "a": args[1] holds a substitution that cannot be read',
    );
    expect(problem('${input:token}')).toEqual({
      message:
        'Cannot start upstream "a": args[1] needs the input "token", for which VS Code asks its user',
      hint: 'Put the value into a variable and write ${NAME} instead.',
    });
  });
});

describe('names of tools', () => {
  const namings = (text: string) => read(text).servers.map(({ naming }) => naming);

  it('are set by a server, else by the block jsmcp', () => {
    const servers = {
      own: { command: 'x', strip_tool_prefix: 'gh_' },
      off: { command: 'x', strip_tool_prefix: false, normalize_tool_names: false },
      shared: { command: 'x' },
    };
    expect(namings(JSON.stringify({ servers }))).toEqual([
      { stripPrefix: 'gh_' },
      undefined,
      undefined,
    ]);
    const jsmcp = { auto_strip_tool_prefixes: true, normalize_tool_names: true };
    expect(namings(JSON.stringify({ jsmcp, servers }))).toEqual([
      { stripPrefix: 'gh_', snakeCase: true },
      undefined,
      { stripPrefix: true, snakeCase: true },
    ]);
    expect(read('{ "jsmcp": { "normalise_tool_names": true } }').warnings).toEqual([
      `${path}: line 1, column 14: the unknown key jsmcp.normalise_tool_names is ignored; did you mean "normalize_tool_names"?`,
    ]);
  });

  it('are no numbers', () => {
    expect(refusal({ a: { command: 'x', strip_tool_prefix: 5 } }).message).toBe(
      `Cannot use the configuration ${path}: line 1, column 55: mcpServers.a.strip_tool_prefix is 5; it must be true or false`,
    );
  });
});

describe('keys of a server that this version cannot honour', () => {
  it.each([
    ['oauth', {}, 'Put a token into "headers" instead.'],
    ['envFile', '.env', 'Write its variables into "env", or name them in "inheritEnv".'],
  ])('%s holds the server back', (key, value, hint) => {
    expect(server({ url: 'http://x/', [key]: value })).toMatchObject({
      transport: { url: '' },
      problem: {
        message: `Cannot start upstream "a": "${key}" is not supported by this version yet`,
        hint,
      },
    });
  });

  it('a mistyped protective key holds it back too', () => {
    expect(server({ command: 'x', enabeld: false }).problem).toEqual({
      message: 'Cannot start upstream "a": the unknown key "enabeld" may stand for "enabled"',
      hint: 'Correct or remove the key.',
    });
    expect(server({ command: 'x', blockedTools: ['t'] }).problem?.message).toContain(
      'blocked_tools',
    );
  });

  it('harmless ones and switched-off ones are warnings', () => {
    const settings = read({
      a: {
        command: 'x',
        idleTimeout: 5,
        disabled: false,
        excludeTools: [],
        comand: 1,
        headers: { A: 'x' },
      },
    });
    expect(settings.servers[0]).not.toHaveProperty('problem');
    expect(settings.warnings).toEqual([
      `${path}: line 1, column 35: mcpServers.a.idleTimeout is not yet used by this version`,
      `${path}: line 1, column 86: the unknown key mcpServers.a.comand is ignored; did you mean "command"?`,
      `${path}: line 1, column 97: mcpServers.a.headers has no effect on a local server`,
    ]);
  });
});

describe('keys that hide tools of a server', () => {
  it.each([
    ['x', ['x']],
    [{ glob: 'x*' }, [{ glob: 'x*' }]],
    [
      ['x', { regex: '^y' }, { glob: 'z' }],
      ['x', { regex: '^y' }, { glob: 'z' }],
    ],
  ])('reads blocked_tools %j', (blocked, selectors) => {
    expect(server({ command: 'x', blocked_tools: blocked }).blockedTools).toEqual(selectors);
  });

  it('hide nothing where they are off', () => {
    for (const off of [[], null, false]) {
      const one = server({ command: 'x', blocked_tools: off, readOnly: false });
      expect([one.blockedTools, one.readOnly, one.problem]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(server({ command: 'x', readOnly: true }).readOnly).toBe(true);
  });

  it.each([
    [true, 'mcpServers.a.blocked_tools selects no tools'],
    [[5], 'mcpServers.a.blocked_tools[0] selects no tools'],
    [['x', {}], 'mcpServers.a.blocked_tools[1] selects no tools'],
    [[{ regexp: 'x' }], 'mcpServers.a.blocked_tools[0] selects no tools'],
    [[{ glob: 'x', regex: 'x' }], 'mcpServers.a.blocked_tools[0] selects no tools'],
  ])('refuses blocked_tools %j', (blocked, problem) => {
    expect(() => server({ command: 'x', blocked_tools: blocked })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          new RegExp(
            `^Cannot use the configuration .*: line 1, column \\d+: ${problem.replace(/[[\]]/g, '\\$&')}$`,
          ),
        ),
        hint: 'Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }, or a list of these.',
      }),
    );
  });
});
