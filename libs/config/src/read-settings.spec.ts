import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import type { ConfigInput } from './config-input.js';
import { readSettings } from './read-settings.js';
import { resultLimits, sandboxLimits } from './settings-limits.js';

const path = '/home/ann/.config/sluice/sluice.jsonc';

function read(text: string, input: Partial<ConfigInput> = {}) {
  return readSettings({
    files: [{ path, text }],
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: (file) => {
      throw Object.assign(new Error(`no ${file}`), { code: 'ENOENT' });
    },
    resolvePath: (folder, file) => (file.startsWith('/') ? file : `${folder}/${file}`),
    ...input,
  });
}

function refusal(text: string, input: Partial<ConfigInput> = {}) {
  try {
    read(text, input);
  } catch (error) {
    if (error instanceof SluiceError)
      return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('was read');
}

describe('readSettings() without files', () => {
  it('gives the documented defaults and no servers', () => {
    expect(read('', { files: [] })).toEqual({
      servers: [],
      policy: [],
      policyDefault: 'ask',
      sandbox: {
        timeoutSeconds: 120,
        heapMb: 256,
        memoryMb: 512,
        maxProgramBytes: 262_144,
        maxCalls: 10_000,
        maxParallelCalls: 32,
        maxLogBytes: 1_048_576,
        logTailBytes: 4_096,
        maxFileBytes: 52_428_800,
        cpuSeconds: 120,
        maxOutputBytes: 1_073_741_824,
        maxErrorBytes: 16_777_216,
        maxFrames: 2_000_000,
        pool: 2,
        reads: 'folder',
        require: [],
      },
      results: {
        inlineMaxBytes: 32_768,
        previewMaxBytes: 4_096,
        readMaxBytes: 16_384,
        maxResultBytes: 104_857_600,
        maxStoreBytes: 1_073_741_824,
        ttlSeconds: 3_600,
      },
      catalogue: { inlineMaxBytes: 4_096 },
      expose: ['code'],
      consent: { timeoutSeconds: 300 },
      check: 'enforce',
      files: [],
      broken: [],
      warnings: [],
    });
  });

  it('takes the path of Deno from SLUICE_DENO, also over the file', () => {
    const environment = { SLUICE_DENO: '/opt/deno' };
    expect(read('', { files: [], environment }).sandbox.deno).toBe('/opt/deno');
    expect(read('{ "sandbox": { "deno": "/x" } }', { environment }).sandbox.deno).toBe('/opt/deno');
  });
});

describe('readSettings() as a reader of JSON with comments', () => {
  const servers = '"a": { "command": "node" }, "b": { "command": "deno" }';

  it.each([
    ['comments', `{ // one\n "mcpServers": { /* two\n */ ${servers} } }`],
    ['trailing commas', `{ "mcpServers": { ${servers}, }, }`],
    ['a byte order mark', `\ufeff{ "mcpServers": { ${servers} } }`],
    ['CRLF line ends', `{\r\n"mcpServers": {\r\n${servers}\r\n}\r\n}\r\n`],
    ['a commented-out server', `{ "mcpServers": { /* "off": { "command": 1 }, */ ${servers} } }`],
  ])('accepts %s', (_, text) => {
    const settings = read(text);
    expect(settings.servers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(settings.warnings).toEqual([]);
    expect(settings.files).toEqual([path]);
  });

  it('keeps the order of the file, also of names that look like numbers', () => {
    const text =
      '{ "mcpServers": { "b": { "command": "x" }, "2": { "command": "x" }, "1": { "command": "x" } } }';
    expect(read(text).servers.map(({ name }) => name)).toEqual(['b', '2', '1']);
  });

  it.each([
    [
      'a missing comma',
      '{\n  "mcpServers": {\n    "a": { "command": "node" }\n    "b": { "command": "node" }\n  }\n}\n',
      'line 4, column 5: expected ",", found the key "b"',
      'Put a comma between two entries.',
    ],
    [
      'a missing comma behind a byte order mark and CRLF',
      '\ufeff{\r\n  "strict": true\r\n  "policy": []\r\n}',
      'line 3, column 3: expected ",", found the key "policy"',
      'Put a comma between two entries.',
    ],
    [
      'a name without quotes',
      '{\n  mcpServers: {}\n}',
      'line 2, column 3: expected a name in double quotes, found the key "mcpServers"',
      'Write names and texts in double quotes.',
    ],
    [
      'an object that stays open',
      '{\n  "mcpServers": {\n    "a": { "command": "x" }\n',
      'line 4, column 1: expected "}", found the end of the file; the "{" at line 2, column 17 is still open',
      'Close every "{" with a "}".',
    ],
    [
      'a Windows path with single backslashes',
      '{ "mcpServers": { "a": { "command": "C:\\Users\\x" } } }',
      'line 1, column 37: expected one of " \\ / b f n r t u after a backslash, found a text in quotes',
      'Write each backslash of a Windows path twice, or use slashes.',
    ],
    [
      'single quotes',
      `{ "mcpServers": { "a": { "command": 'node' } } }`,
      'line 1, column 37: expected a JSON value, found a text in single quotes',
      'Write names and texts in double quotes.',
    ],
    [
      'text behind the end',
      '{}\n{}',
      'line 2, column 1: expected the end of the file, found "{"',
      'A configuration is one object; remove what stands behind it.',
    ],
    [
      'nothing at all',
      ' \n',
      'line 1, column 1: expected "{", found an empty file',
      'Write { "mcpServers": {} }, or remove the file.',
    ],
  ])('says where and what to do for %s', (_, text, place, hint) => {
    expect(refusal(text)).toEqual({
      code: 'CONFIG_SYNTAX',
      message: `Cannot read the configuration ${path}: ${place}`,
      hint,
    });
  });

  it('refuses a file that is too long or too deep before it is parsed', () => {
    expect(refusal(`{ "a": "${'x'.repeat(1_100_000)}" }`)).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 1: the file has 1100011 characters; at most 1048576 are read`,
      hint: 'Check that this is the right file.',
    });
    const deep = '{ "sandbox": ' + '['.repeat(400_000);
    expect(refusal(deep)).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 77: objects and lists stand more than 64 deep inside each other`,
      hint: 'Check that this is the right file.',
    });
  });

  it('refuses a key that stands twice, with both places', () => {
    const text =
      '{ "mcpServers": {\n  "db": { "command": "one" },\n  "db": { "command": "two" }\n} }';
    expect(refusal(text)).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 3, column 3: in mcpServers the key "db" stands twice, first at line 2, column 3`,
      hint: 'Remove or rename one of the two.',
    });
    expect(refusal('{ "strict": true, "strict": false }').message).toContain(
      'line 1, column 19: the key "strict" stands twice, first at line 1, column 3',
    );
  });

  it.each(['[]', '[true]', '[["a"]]', '"x"', '5', 'null'])('refuses %s as a whole file', (text) => {
    expect(refusal(text).message).toMatch(
      /: line 1, column 1: the file is .*; it must be an object$/,
    );
  });
});

describe('readSettings() as a checker of keys and numbers', () => {
  it.each([
    ['mcpServer', 'mcpServers'],
    ['mcpservers', 'mcpServers'],
    ['sandbx', 'sandbox'],
    ['policy_default', 'policyDefault'],
    ['result', 'results'],
  ])('warns of %s and names %s', (key, near) => {
    expect(read(`{ "${key}": {} }`).warnings).toEqual([
      `${path}: line 1, column 3: the unknown key "${key}" is ignored; did you mean "${near}"?`,
    ]);
  });

  it('warns of unknown keys inside sections and of what it does not know', () => {
    const text = `{
  "$schema": "x", "theme": "dark", "presets": {},
  "sandbox": { "timeoutSecond": 9, "zzz": 1, "reads": "folder", "require": [] },
  "results": { "mode": {} }
}`;
    expect(read(text).warnings).toEqual([
      `${path}: line 2, column 19: the unknown key "theme" is ignored`,
      `${path}: line 3, column 16: the unknown key sandbox.timeoutSecond is ignored; did you mean "timeoutSeconds"?`,
      `${path}: line 3, column 36: the unknown key sandbox.zzz is ignored`,
    ]);
  });

  it('reads result modes by server and by server:tool, and refuses what is no mode', () => {
    const { results } = read('{ "results": { "mode": { "a": "always", "a:b c": "never" } } }');
    expect(results.mode).toEqual({ a: 'always', 'a:b c': 'never' });
    expect(refusal('{ "results": { "mode": { "a": "sometimes" } } }')).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 31: results.mode.a is "sometimes"; it must be one of auto, always, never`,
      hint: undefined,
    });
  });

  it('has the open default and the group of what it stands in for, unless a file says otherwise', () => {
    const readAs = (text: string) => {
      const { policyDefault, expose } = read(text, { compat: 'jsmcp' });
      return { policyDefault, expose };
    };
    expect(readAs('{}')).toEqual({ policyDefault: 'allow', expose: ['jsmcp'] });
    expect(readAs('{ "policyDefault": "ask", "expose": ["code"] }')).toEqual({
      policyDefault: 'ask',
      expose: ['code'],
    });
    const policy = '{ "policy": [{ "match": "*", "action": "deny" }] }';
    expect(readAs(policy).policyDefault).toBe('ask');
  });

  it('refuses a mistyped policy before an open default', () => {
    expect(refusal('{ "policyDefault": "allow", "polcy": [] }')).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 29: the key "polcy" is unknown; did you mean "policy"?`,
      hint: 'Correct it.',
    });
    expect(refusal('[toolpipe]\n[[polcy]]\nmatch = "*"\n').hint).toBe('Correct it.');
  });

  it('lets prototype names be names like any other', () => {
    const text =
      '{ "__proto__": { "policyDefault": "allow" }, "constructor": 1, "sandbox": { "__proto__": { "maxCalls": 1 }, "toString": 3 } }';
    const settings = read(text);
    expect(settings.policyDefault).toBe('ask');
    expect(settings.sandbox.maxCalls).toBe(10_000);
    expect(settings.warnings).toHaveLength(4);
    expect(({} as Record<string, unknown>)['policyDefault']).toBeUndefined();
  });

  it.each([
    ['timeoutSeconds', '4', '4'],
    ['timeoutSeconds', '86401', '86401'],
    ['timeoutSeconds', '7.5', '7.5'],
    ['timeoutSeconds', '"60"', 'a text'],
    ['timeoutSeconds', 'null', 'null'],
    ['timeoutSeconds', 'true', 'true'],
    ['timeoutSeconds', '1e999', '1e999'],
    ['timeoutSeconds', '[]', 'a list'],
  ])('refuses sandbox.%s of %s', (key, value, shown) => {
    expect(refusal(`{\n"sandbox": { "${key}": ${value} } }`)).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 2, column 32: sandbox.${key} is ${shown}; it must be a whole number from 5 to 86400 (seconds)`,
      hint: undefined,
    });
  });

  it.each([
    ...Object.entries(sandboxLimits).map(([key, limit]) => ['sandbox', key, limit] as const),
    ...Object.entries(resultLimits).map(([key, limit]) => ['results', key, limit] as const),
  ])('takes %s.%s from its least to its greatest value', (section, key, { min, max }) => {
    for (const value of [min, max]) {
      const settings = read(`{ "${section}": { "${key}": ${value} } }`);
      expect(settings[section]).toMatchObject({ [key]: value });
    }
    for (const value of [min - 1, max + 1])
      expect(refusal(`{ "${section}": { "${key}": ${value} } }`).code).toBe('CONFIG_INVALID');
  });

  it('takes both ways in which files reach a program, and no other', () => {
    for (const reads of ['folder', 'host'])
      expect(read(`{ "sandbox": { "reads": "${reads}" } }`).sandbox.reads).toBe(reads);
    expect(refusal('{ "sandbox": { "reads": "all" } }')).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 25: sandbox.reads is "all"; it must be one of folder, host`,
    });
  });

  it('takes the protections that are demanded, and no other', () => {
    const { sandbox } = read('{ "sandbox": { "require": ["network", "orphan"] } }');
    expect(sandbox.require).toEqual(['network', 'orphan']);
    expect(refusal('{ "sandbox": { "require": ["memory", "landlock"] } }')).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 38: sandbox.require[1] is "landlock"; it must be one of network, files, process, memory, cpu, orphan, namespaces`,
      hint: undefined,
    });
  });

  it('warns where two limits do not fit each other', () => {
    expect(
      read('{ "sandbox": { "heapMb": 1024 }, "results": { "maxStoreBytes": 2048 } }').warnings,
    ).toEqual([
      'sandbox.memoryMb (512) is below sandbox.heapMb (1024): the heap never reaches its limit',
      'results.maxStoreBytes (2048) is below results.maxResultBytes (104857600): the largest results find no room',
    ]);
  });

  it('resolves the path of Deno beside the file and in the home folder', () => {
    const deno = (value: string) => read(`{ "sandbox": { "deno": "${value}" } }`).sandbox.deno;
    expect(deno('bin/deno')).toBe('/home/ann/.config/sluice/bin/deno');
    expect(deno('~/bin/deno')).toBe('/home/ann/bin/deno');
    expect(deno('/opt/deno')).toBe('/opt/deno');
    expect(deno('deno')).toBe('deno');
  });
});

describe('readSettings() as a reader of policy', () => {
  it('keeps the rules in their order', () => {
    const text =
      '{ "policy": [{ "match": "mcp__a__*", "action": "deny" }, { "action": "allow", "match": "*" }], "policyDefault": "deny" }';
    expect(read(text)).toMatchObject({
      policy: [
        { match: 'mcp__a__*', action: 'deny' },
        { match: '*', action: 'allow' },
      ],
      policyDefault: 'deny',
    });
  });

  it.each([
    [
      '{ "match": "*", "action": "alow" }',
      'line 1, column 40: policy[0].action is "alow"; it must be one of allow, deny, ask',
      undefined,
    ],
    [
      '{ "match": "*", "action": "allow", "wen": {} }',
      'line 1, column 49: policy[0].wen is not a key of a rule; did you mean "when"?',
      'A rule is { "match": "mcp__server__tool*", "action": "allow" | "deny" | "ask" }, with "when" and "annotations" where wanted.',
    ],
    [
      '{ "action": "allow" }',
      'line 1, column 14: policy[0] has no "match"',
      'A rule is { "match": "mcp__server__tool*", "action": "allow" | "deny" | "ask" }, with "when" and "annotations" where wanted.',
    ],
    ['"*"', 'line 1, column 14: policy[0] is a text; it must be an object', undefined],
    [
      '{ "match": 5, "action": "ask" }',
      'line 1, column 25: policy[0].match is a number; it must be a text in double quotes',
      undefined,
    ],
  ])('refuses the rule %s', (rule, place, hint) => {
    expect(refusal(`{ "policy": [${rule}] }`)).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: ${place}`,
      hint,
    });
  });

  it('fails the start for an unset variable outside mcpServers', () => {
    expect(refusal('{ "policy": [{ "match": "mcp__${WHO}__*", "action": "deny" }] }')).toEqual({
      code: 'CONFIG_VARIABLE_UNSET',
      message: `Cannot use the configuration ${path}: line 1, column 25: policy[0].match needs the variable "WHO", which is not set`,
      hint: 'Set WHO in the environment of Sluice, or write ${WHO:-default}.',
    });
  });
});

describe('readSettings() as a reader of the files of ToolPipe and toolscript', () => {
  const toolpipe =
    '[toolpipe]\nname = "x"\n[results]\nstorage_dir = ".toolpipe"\ninline_max_bytes = 10\nttl_seconds = 60\n[servers.a]\ncommand = "x"\n';

  it('takes their keys, and the open default of a file with the table [toolpipe]', () => {
    const settings = read(toolpipe);
    expect(settings).toMatchObject({
      policyDefault: 'allow',
      results: { inlineMaxBytes: 10, ttlSeconds: 60 },
      servers: [{ name: 'a' }],
    });
    expect(settings.warnings).toEqual([
      `${path}: line 4, column 1: results.storage_dir has no effect here: results are kept in your own state folder, not in the project`,
      `${path}: line 2, column 1: toolpipe.name has no effect here: clients see the name that they gave this server`,
    ]);
    const closed = `${toolpipe}[[policy]]\nmatch = "mcp__a__*"\naction = "allow"\n`;
    expect(read(closed).policyDefault).toBe('ask');
    expect(read('{ "sandbox": { "node": "/x" } }').warnings).toEqual([
      `${path}: line 1, column 16: sandbox.node has no effect here: programs run in Deno, whose path is sandbox.deno`,
    ]);
  });

  it('refuses one limit in two spellings', () => {
    expect(refusal('{ "results": { "ttlSeconds": 1, "ttl_seconds": 2 } }')).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: line 1, column 33: results.ttl_seconds is set twice, once in another spelling`,
      hint: 'Remove one of the two.',
    });
  });
});

describe('readSettings() over several files', () => {
  it('lets the earlier file win by whole entries, and names what it hides', () => {
    const files = [
      {
        path: '/a.jsonc',
        text: '{ "mcpServers": { "db": { "command": "one" } }, "sandbox": { "maxCalls": 5 }, "policy": [{ "match": "mcp__db__x", "action": "deny" }] }',
      },
      {
        path: '/b.jsonc',
        text: '{ "mcpServers": { "db": { "command": "two", "args": ["x"] }, "other": { "command": "x" } }, "sandbox": { "maxCalls": 6, "heapMb": 64 }, "policy": [{ "match": "mcp__other__y", "action": "ask" }], "policyDefault": "deny" }',
      },
    ];
    const settings = read('', { files });
    expect(settings.servers).toMatchObject([
      { name: 'db', file: '/a.jsonc', transport: { command: 'one', args: [] } },
      { name: 'other', file: '/b.jsonc' },
    ]);
    expect(settings.sandbox).toMatchObject({ maxCalls: 5, heapMb: 64 });
    expect(settings.policy.map(({ match }) => match)).toEqual(['mcp__db__x', 'mcp__other__y']);
    expect(settings.policyDefault).toBe('deny');
    expect(settings.files).toEqual(['/a.jsonc', '/b.jsonc']);
    expect(settings.warnings).toEqual([
      '/b.jsonc: the server "db" is hidden by the one in /a.jsonc',
    ]);
  });
});
