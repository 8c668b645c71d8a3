import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import type { Settings } from '@sluice/contracts';
import type { ConfigInput } from './config-input.js';
import { readSettings } from './read-settings.js';

// Every key of the configurations of jsmcp 1.6, toolscript-mcp and ToolPipe: read with the meaning it has there, or named in
// a warning, a problem or an error that says why not.

const variables = { KEY: 'value', DOLLARS: 'a$&b$$c', FILE: '{file:/one}', EMPTY: '' };
const files: Readonly<Record<string, string>> = {
  '/one': 'text\n',
  '/dollars': 'x$&y$$z\n',
  '/home/ann/two': 'home',
  '/home/ann/.config/three': 'beside',
};

function read(text: string, input: Partial<ConfigInput> = {}): Settings {
  return readSettings({
    files: [{ path: '/home/ann/.config/config.json', text }],
    environment: variables,
    homeFolder: '/home/ann',
    readTextFile: (path) => {
      const found = files[path];
      if (found === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
      return found;
    },
    resolvePath: (folder, path) => (path.startsWith('/') ? path : `${folder}/${path}`),
    ...input,
  });
}

const server = (entry: object, more: object = {}) =>
  read(JSON.stringify({ servers: { a: { command: 'x', ...entry } }, ...more })).servers[0];
const remote = (entry: object) =>
  read(JSON.stringify({ servers: { a: { url: 'https://x.example/', ...entry } } })).servers[0];

function refusal(text: string, input?: Partial<ConfigInput>): string {
  try {
    read(text, input);
  } catch (error) {
    if (error instanceof SluiceError) return `${error.message} | ${error.hint}`;
    throw error;
  }
  throw new Error('was read');
}

describe('a configuration of jsmcp', () => {
  it.each([
    ['type local', { type: 'local' }, { transport: { kind: 'stdio' } }],
    ['type stdio', { type: 'stdio' }, { transport: { kind: 'stdio' } }],
    ['description', { description: 'd' }, { description: 'd' }],
    ['enabled', { enabled: false }, { enabled: false }],
    ['timeout in milliseconds', { timeout: 5000 }, { connectTimeoutMs: 5000 }],
    [
      'command as a list, with args behind',
      { command: ['npx', '-y'], args: ['pkg', 8080, true] },
      { transport: { command: 'npx', args: ['-y', 'pkg', '8080', 'true'] } },
    ],
    [
      'env and environment, which wins; values become texts',
      { env: { A: '1', B: 2 }, environment: { A: true } },
      { transport: { env: { A: 'true', B: '2' } } },
    ],
    ['cwd', { cwd: '~/w' }, { transport: { cwd: '/home/ann/w' } }],
    ['strip_tool_prefix as a text', { strip_tool_prefix: 'x_' }, { naming: { stripPrefix: 'x_' } }],
    ['strip_tool_prefix: true', { strip_tool_prefix: true }, { naming: { stripPrefix: true } }],
    ['normalize_tool_names', { normalize_tool_names: true }, { naming: { snakeCase: true } }],
    ['blocked_tools as a text', { blocked_tools: 'rm' }, { blockedTools: ['rm'] }],
    [
      'blocked_tools as a list',
      { blocked_tools: ['rm', { glob: 'd?l*' }, { regex: '^drop' }] },
      { blockedTools: ['rm', { glob: 'd?l*' }, { regex: '^drop' }] },
    ],
    ['oauth: false', { oauth: false }, { problem: undefined }],
    ['oauth: null', { oauth: null }, { problem: undefined }],
  ])('has %s', (_, entry, expected) => {
    const found = server(entry);
    expect({ problem: found?.problem, ...found }).toMatchObject(expected);
  });

  it.each([false, null])('has blocked_tools: %j for none', (none) => {
    expect(server({ blocked_tools: none })).not.toHaveProperty('blockedTools');
    expect(server({ strip_tool_prefix: false })).not.toHaveProperty('naming');
  });

  it.each([
    ['remote', 'auto'],
    ['http', 'auto'],
    ['sse', 'sse'],
    // What jsmcp refuses is fine here.
    ['streamable-http', 'streamable'],
    [undefined, 'auto'],
  ])('has the type %s with url and headers', (type, mode) => {
    expect(remote({ type, headers: { A: '${KEY}', B: 2 } })?.transport).toEqual({
      kind: 'http',
      url: 'https://x.example/',
      headers: { A: 'value', B: '2' },
      mode,
    });
  });

  it.each([true, { clientId: 'c', clientSecret: 's', scope: 'x' }])(
    'with oauth: %j is held back by name',
    (oauth) => {
      expect(remote({ oauth })?.problem).toEqual({
        message: 'Cannot start upstream "a": "oauth" is not supported by this version yet',
        hint: 'Put a token into "headers" instead.',
      });
    },
  );

  it('has defaults for all servers in the block jsmcp, which a server overrides', () => {
    const jsmcp = { auto_strip_tool_prefixes: true, normalize_tool_names: true };
    expect(server({}, { jsmcp })).toMatchObject({ naming: { stripPrefix: true, snakeCase: true } });
    expect(
      server({ strip_tool_prefix: false, normalize_tool_names: false }, { jsmcp }),
    ).not.toHaveProperty('naming');
  });

  it.each([
    ['absent', {}, undefined],
    ['true', { a: true }, undefined],
    ['null', { a: null }, undefined],
    ['one tool', { a: 't' }, [['t']]],
    [
      'a list',
      { a: ['t', { regex: 'x' }, { glob: 'a*' }] },
      [['t', { regex: 'x' }, { glob: 'a*' }]],
    ],
    ['none', { a: [] }, [[]]],
  ])('has a preset that says of a server: %s', (_, preset, onlyTools) => {
    const text = JSON.stringify({
      servers: { a: { command: 'x' } },
      presets: { p: preset, other: { nosuch: true } },
    });
    const { servers, warnings } = read(text, { profile: 'p' });
    expect(servers.map((found) => found.onlyTools)).toEqual([onlyTools]);
    expect(warnings).toEqual([]);
  });

  it('has a preset that hides a server, and refuses one that names none', () => {
    const presets = { hide: { a: false }, wrong: { b: true } };
    const text = JSON.stringify({ servers: { a: { command: 'x' } }, presets });
    expect(read(text, { profile: 'hide' }).servers).toEqual([]);
    expect(refusal(text, { profile: 'wrong' })).toBe(
      'Cannot use the configuration /home/ann/.config/config.json: line 1, column 73: presets.wrong.b names no server | Correct or remove it.',
    );
  });

  it('may be YAML, with an empty value where nothing is set', () => {
    const text =
      'servers:\n  a:\n    type: local\n    command: x\n    args:\n    env:\n    description:\n';
    expect(read(text)).toMatchObject({
      servers: [{ transport: { args: [], env: {} } }],
      warnings: [],
    });
  });

  it.each([
    ['{env:KEY}', 'value'],
    ['${KEY}', 'value'],
    ['${NO:-d}', 'd'],
    ['$KEY', '$KEY'],
    ['{file:/one}', 'text'],
    ['{file:~/two}', 'home'],
    ['{file:three}', 'beside'],
    // Its traps: replacement patterns, a second pass, no escape, an empty variable before its default.
    ['${DOLLARS}|{file:/dollars}', 'a$&b$$c|x$&y$$z'],
    ['${FILE}', '{file:/one}'],
    ['$${KEY}', '${KEY}'],
    ['${EMPTY:-d}', 'd'],
  ])('substitutes %s as %s', (written, inserted) => {
    const found = server({ env: { K: written } });
    expect(found?.problem).toBeUndefined();
    expect(found?.transport).toMatchObject({ env: { K: inserted } });
  });

  it.each([
    [
      '${NO}',
      'args[0] needs the variable "NO", which is not set',
      'Set NO in the environment of Sluice, or write ${NO:-default}.',
    ],
    [
      '{env:NO}',
      'args[0] needs the variable "NO", which is not set',
      'Set NO in the environment of Sluice, or write ${NO:-default}.',
    ],
    ['{file:/gone}', 'args[0] names the file "/gone", which was not found', 'Check the path.'],
    [
      '${NO-d}',
      'args[0] holds a substitution that cannot be read',
      'Write ${NAME}, ${NAME:-default}, {env:NAME} or {file:path} without another one inside; for a literal "${" write "$${".',
    ],
  ])('with %s loses that one server, and says why', (written, reason, hint) => {
    const text = JSON.stringify({
      servers: { a: { command: 'x', args: [written] }, b: { command: 'x' } },
    });
    expect(read(text).servers.map(({ problem }) => problem)).toEqual([
      { message: `Cannot start upstream "a": ${reason}`, hint },
      undefined,
    ]);
  });

  it('allows everything without rules, with its group of tools', () => {
    const text = '{ "servers": { "a": { "type": "local", "command": "x" } } }';
    expect(read(text, { compat: 'jsmcp' })).toMatchObject({
      policyDefault: 'allow',
      expose: ['jsmcp'],
    });
    expect(read(text).policyDefault).toBe('ask');
  });
});

describe('a configuration of toolscript', () => {
  it('has servers, rules and its limit, and asks where no rule holds', () => {
    const text = JSON.stringify({
      mcpServers: {
        'my-srv_1': { command: 'node', args: ['${KEY}'], env: { A: '${KEY}' } },
        web: { type: 'http', url: 'https://x.example/${KEY}', headers: { A: '${KEY}' } },
      },
      policy: [
        { match: 'mcp__web__*', action: 'allow' },
        { match: '*', action: 'deny' },
      ],
      sandbox: { timeoutSeconds: 5 },
    });
    const settings = read(text, { compat: 'toolscript' });
    expect(settings).toMatchObject({
      servers: [
        { name: 'my-srv_1', transport: { args: ['value'], env: { A: 'value' } } },
        { name: 'web', transport: { url: 'https://x.example/value', headers: { A: 'value' } } },
      ],
      policy: [
        { match: 'mcp__web__*', action: 'allow' },
        { match: '*', action: 'deny' },
      ],
      policyDefault: 'ask',
      expose: ['code'],
      sandbox: { timeoutSeconds: 5 },
      warnings: [],
    });
  });

  it.each([
    ['action', 'ask'],
    ['action', 'deny'],
  ])('has the %s %s', (_, action) => {
    expect(read(JSON.stringify({ policy: [{ match: '*', action }] })).policy).toEqual([
      { match: '*', action },
    ]);
  });

  it('names sandbox.node, which has no effect', () => {
    expect(read('{ "sandbox": { "node": "/usr/bin/node" } }').warnings).toEqual([
      '/home/ann/.config/config.json: line 1, column 16: sandbox.node has no effect here: programs run in Deno, whose path is sandbox.deno',
    ]);
  });

  it.each([4, 86_401])('keeps the range of sandbox.timeoutSeconds: %i', (seconds) => {
    expect(refusal(`{ "sandbox": { "timeoutSeconds": ${seconds} } }`)).toBe(
      `Cannot use the configuration /home/ann/.config/config.json: line 1, column 34: sandbox.timeoutSeconds is ${seconds}; it must be a whole number from 5 to 86400 (seconds) | undefined`,
    );
  });

  it('cannot have itself as a server', () => {
    expect(server({ command: 'npx', args: ['-y', 'sluice'] })?.problem?.message).toBe(
      'Cannot start upstream "a": it would start Sluice itself',
    );
  });
});

describe('a configuration of ToolPipe', () => {
  const keys = [
    ['inline_max_bytes', 'inlineMaxBytes', 32_768],
    ['preview_max_bytes', 'previewMaxBytes', 4_096],
    ['read_max_bytes', 'readMaxBytes', 16_384],
    ['max_result_bytes', 'maxResultBytes', 104_857_600],
    ['max_store_bytes', 'maxStoreBytes', 1_073_741_824],
    ['ttl_seconds', 'ttlSeconds', 3_600],
  ] as const;

  it.each(keys)('has results.%s, with the same default', (written, key, usual) => {
    expect(read('[toolpipe]\n').results[key]).toBe(usual);
    expect(read(`[results]\n${written} = 2000\n`).results[key]).toBe(2000);
    expect(refusal(`[results]\n${written} = -1\n`)).toContain(
      `results.${written} is -1; it must be`,
    );
  });

  it('names name and storage_dir, which have no effect, and what is unknown', () => {
    const text = '[toolpipe]\nname = "T"\n[results]\nstorage_dir = "x"\nttl = 1\n';
    const at = '/home/ann/.config/config.json: line';
    expect(read(text).warnings).toEqual([
      `${at} 4, column 1: results.storage_dir has no effect here: results are kept in your own state folder, not in the project`,
      `${at} 5, column 1: the unknown key results.ttl is ignored`,
      `${at} 2, column 1: toolpipe.name has no effect here: clients see the name that they gave this server`,
    ]);
  });

  it('has servers with a command or an address, and refuses both and none', () => {
    const text =
      '[toolpipe]\n[servers.a]\ncommand = "uv"\nargs = ["run", "${KEY}"]\n[servers.a.env]\nK = "${KEY}"\n[servers.b]\nurl = "http://127.0.0.1:1/${KEY}"\n';
    expect(read(text)).toMatchObject({
      servers: [
        { transport: { command: 'uv', args: ['run', 'value'], env: { K: 'value' } } },
        { transport: { kind: 'http', url: 'http://127.0.0.1:1/value' } },
      ],
      policyDefault: 'allow',
    });
    const at = 'Cannot use the configuration /home/ann/.config/config.json: line';
    expect(refusal('[servers.a]\ncommand = "x"\nurl = "http://x/"\n')).toBe(
      `${at} 3, column 1: servers.a has both "command" and "url" | Keep "command" for a local server, or "url" for a remote one.`,
    );
    expect(refusal('[servers.a]\nargs = []\n')).toBe(
      `${at} 1, column 10: servers.a has neither "command" nor "url" | Set "command" for a local server, or "url" for a remote one.`,
    );
  });

  it('has its approved servers and modes in a file of their own', () => {
    const text = JSON.stringify({
      servers: {
        a: { command: 'uv', args: ['x'], url: null, env: { K: '${KEY}' } },
        b: { command: null, args: [], url: 'http://x/', env: {} },
      },
      policies: { a: 'always', 'b:t': 'never' },
    });
    expect(read(text)).toMatchObject({
      servers: [
        { name: 'a', transport: { kind: 'stdio', command: 'uv', env: { K: 'value' } } },
        { name: 'b', transport: { kind: 'http', url: 'http://x/' } },
      ],
      results: { mode: { a: 'always', 'b:t': 'never' } },
      warnings: [],
    });
  });
});
