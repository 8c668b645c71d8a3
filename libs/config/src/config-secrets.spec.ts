import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { readSettings } from './read-settings.js';

const canary = 'CANARYsecret4711';

/** Everything a person gets to see of one reading: the error, the problems, the warnings. */
function visible(text: string): string {
  try {
    const { servers, warnings } = readSettings({
      files: [{ path: '/c.jsonc', text }],
      environment: {
        SECRET: canary,
        BAD_URL: `ftp://u:${canary}@x/?q=${canary}`,
        NUL: `${canary}\0`,
      },
      homeFolder: '/home/ann',
      readTextFile: (path) => {
        if (path === '/secret') return `${canary}\u0001\n`;
        throw Object.assign(new Error(`${canary} leaked by the reader`), { code: 'EIO' });
      },
      resolvePath: (_, path) => path,
    });
    return JSON.stringify([warnings, servers.map(({ problem }) => problem)]);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return `${error.code} ${error.message} ${error.hint}`;
  }
}

it('keeps what variables, files and commands gave for a server, to be looked for in what it says', () => {
  const { servers } = readSettings({
    files: [
      {
        path: '/c.json',
        origin: 'own',
        text: `{ "mcpServers": {
          "a": { "command": "x", "args": ["--dsn=\${DSN}", "{file:/s}", "\${HOME}/x", "\${GONE:-default}"], "env": { "K": "{cmd:get it}" } },
          "b": { "url": "https://x.example/?v={env:DSN}", "headers": { "A": "literal" } },
          "c": { "command": "x", "env": { "K": "literal" } }
        } }`,
      },
    ],
    environment: { DSN: 'from the environment', HOME: '/home/ann' },
    homeFolder: '/home/ann',
    readTextFile: () => '\ufefffrom the file\n',
    resolvePath: (_, path) => path,
    runCommand: () => ({ ok: true, text: 'from the command\r\n' }),
  });
  expect(servers.map(({ secrets }) => secrets)).toEqual([
    ['from the environment', 'from the file', 'from the command'],
    ['from the environment'],
    undefined,
  ]);
});

const whole = `{
  "policy": [{ "match": "mcp__a__*", "action": "deny" }],
  "sandbox": { "timeoutSeconds": 60, "deno": "/opt/deno" },
  "mcpServers": {
    "a": { "command": "node", "args": ["x", "--key=${canary}"], "env": { "K": "${canary}", "N": 7 } },
    "b": { "url": "https://u:${canary}@x.example/mcp?k=${canary}", "headers": { "A": "${canary}" } },
    "c": { "command": "\${SECRET}", "args": ["{file:/secret}", "{file:/gone}"], "description": "d" }
  }
}`;

describe('what a person sees of a configuration', () => {
  it.each([
    ['a wrong url from a variable', '{ "mcpServers": { "a": { "url": "${BAD_URL}" } } }', 'url'],
    ['a wrong url in the file', `{ "mcpServers": { "a": { "url": "x://u:${canary}@y" } } }`, 'url'],
    [
      'a password in a url',
      `{ "mcpServers": { "a": { "url": "https://u:${canary}@y/" } } }`,
      'url',
    ],
    [
      'a NUL in a variable',
      '{ "mcpServers": { "a": { "command": "x", "env": { "K": "${NUL}" } } } }',
      'NUL',
    ],
    [
      'a control character in a file',
      '{ "mcpServers": { "a": { "url": "http://x", "headers": { "K": "{file:/secret}" } } } }',
      'headers.K',
    ],
    [
      'a file that cannot be read',
      '{ "mcpServers": { "a": { "command": "x", "args": ["{file:/gone}"] } } }',
      '/gone',
    ],
    [
      'a wrong action from a variable',
      '{ "policy": [{ "match": "*", "action": "${SECRET}" }] }',
      'policy[0].action',
    ],
    [
      'a wrong type from a variable',
      '{ "mcpServers": { "a": { "type": "{env:SECRET}", "command": "x" } } }',
      'type',
    ],
    [
      'a word where a list is wanted',
      `{ "mcpServers": { "a": { "command": "x", "args": "${canary}" } } }`,
      'args',
    ],
    [
      'a secret without quotes',
      `{ "mcpServers": { "a": { "command": "x", "env": { "K": ${canary} } } } }`,
      'unquoted',
    ],
    [
      'a secret with a quote in it',
      `{ "mcpServers": { "a": { "command": "x", "env": { "K": "a"${canary}":"b" } } } }`,
      'unquoted',
    ],
    [
      'a missing colon',
      `{ "mcpServers": { "a": { "env": { "K" "${canary}" } } } }`,
      'text in quotes',
    ],
    [
      'an unknown form',
      `{ "mcpServers": { "a": { "command": "x", "args": ["\${${canary}"] } } }`,
      'args[0]',
    ],
  ])('names the place but not the secret for %s', (_, text, named) => {
    const seen = visible(text);
    expect(seen).toContain(named);
    expect(seen).not.toContain(canary);
  });

  it('holds no secret wherever the file is broken', () => {
    const stray = fc.constantFrom(
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '/*',
      '\n',
      '5',
      'null',
      '\0',
      '${',
      '{cmd:x}',
      '',
    );
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(12), stray, (at, removed, inserted) => {
        const broken = whole.slice(0, at) + inserted + whole.slice(at + removed);
        // A cut inside a key's quotes makes a secret stand where a key stands; that is no value any more.
        expect(visible(broken)).not.toContain(canary);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is a SluiceError or settings for any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '//',
      '/*',
      '*/',
      '\n',
      '\ufeff',
      'null',
      '1e999',
      '-',
      '0x1',
      '"mcpServers"',
      '"a"',
      '"command"',
      '"policy"',
      '"match"',
      '"sandbox"',
      '"__proto__"',
      '"\\u00',
      '${X}',
      "'",
      '#',
      '=',
      '\u2028',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc
            .dictionary(
              fc.constantFrom(
                'mcpServers',
                'policy',
                'sandbox',
                'results',
                'strict',
                'policyDefault',
              ),
              fc.jsonValue(),
            )
            .map((value) => JSON.stringify(value)),
          fc
            .dictionary(
              fc.constantFrom(
                'type',
                'command',
                'args',
                'env',
                'url',
                'headers',
                'cwd',
                'enabled',
                'timeout',
                'oauth',
                'inheritEnv',
              ),
              fc.jsonValue(),
            )
            .map((server) => JSON.stringify({ mcpServers: { server } })),
        ),
        (text) => {
          expect(typeof visible(text)).toBe('string');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
