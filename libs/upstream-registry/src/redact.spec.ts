import type { ServerDefinition } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { commandServer, httpServer } from './fixtures/harness.js';
import { createRedactor } from './redact.js';

const withEnv = (env: Record<string, string>, args: readonly string[] = []): ServerDefinition => ({
  ...commandServer('s', 'x'),
  transport: { kind: 'stdio', command: 'x', args, env, inheritEnv: [] },
});

describe('createRedactor()', () => {
  it('replaces the values of env in every common spelling', () => {
    const secret = 'päss w/rd+1';
    const redact = createRedactor(withEnv({ ANY: secret }));
    const bytes = Buffer.from(secret);
    for (const spelled of [
      secret,
      encodeURIComponent(secret),
      bytes.toString('base64'),
      bytes.toString('hex'),
    ])
      expect(redact(`a ${spelled} b`)).toBe('a [redacted] b');
  });

  it('replaces what variables, files and commands gave, and the values of inherited variables', () => {
    const server = {
      ...commandServer('s', 'x'),
      secrets: ['given-by-a-file', '/home/me/project'],
      transport: {
        kind: 'stdio',
        command: 'x',
        args: ['given-by-a-file'],
        env: {},
        inheritEnv: ['HANDED_ON', 'NOT_SET'],
      },
    } as const;
    const redact = createRedactor(server, { HANDED_ON: 'value-of-it', OTHER: 'something' });
    expect(redact('given-by-a-file value-of-it something /home/me/project')).toBe(
      '[redacted] [redacted] something /home/me/project',
    );
  });

  it('replaces passwords and tokens that stand inside of what is given, where they stand alone', () => {
    const redact = createRedactor(
      withEnv(
        { HEADERS: '{"Authorization": "Bearer inner-token"}', DB: 'postgres://app:pa/ss+word@h/x' },
        [
          'Authorization: Basic YWJjZGVmZw==',
          'https://user:url-password@h/',
          'https://only-user@h/',
        ],
      ),
    );
    const alone = 'inner-token pa/ss+word YWJjZGVmZw== url-password only-user';
    expect(redact(alone)).toBe(Array(5).fill('[redacted]').join(' '));
    const hex = Buffer.from('https://user:url-password@h/').toString('hex');
    expect(redact(hex)).not.toContain(Buffer.from('url-password').toString('hex'));
  });

  it('leaves folders and words of settings, unless their name says that they are secrets', () => {
    const values = { ROOT: '/home/me/project', MODE: 'production', KEY_FOLDER: 'C:\\Users\\me\\x' };
    const text = 'no such file /home/me/project/a in production, C:\\Users\\me\\x';
    expect(createRedactor(withEnv(values))(text)).toBe(text);
    const secrets = { API_TOKEN: '/etc/passwords', S: '/a1b2c3d4e5f6g7h8/xyz' };
    expect(createRedactor(withEnv(secrets))('/etc/passwords /a1b2c3d4e5f6g7h8/xyz')).toBe(
      '[redacted] [redacted]',
    );
  });

  it('leaves short values, which are no secrets', () => {
    expect(createRedactor(withEnv({ DEBUG: '1', MODE: 'dev' }))('level 1 in dev')).toBe(
      'level 1 in dev',
    );
  });

  it('replaces header values with and without their scheme, and secrets in the url', () => {
    const redact = createRedactor(
      httpServer('s', 'https://user:hunter22@host/mcp?api_key=k-123456&page=7654321', {
        Authorization: 'Bearer abc123def',
        'X-Key': 'value-of-x',
      }),
    );
    expect(redact('abc123def value-of-x hunter22 k-123456 page 7654321')).toBe(
      '[redacted] [redacted] [redacted] [redacted] page 7654321',
    );
  });

  it('replaces arguments that are named like secrets', () => {
    const redact = createRedactor(
      withEnv({}, ['--token', 'tok-value-1', 'api-key=key-value-2', '--dir', '/home/user']),
    );
    expect(redact('tok-value-1, key-value-2, /home/user')).toBe(
      '[redacted], [redacted], /home/user',
    );
  });

  it.each([
    ['using token=abc', 'using token=[redacted]'],
    ['"password": "p"', '"password": "[redacted]"'],
    ['GITHUB_TOKEN: xyz', 'GITHUB_TOKEN: [redacted]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['got Bearer abcdef123', 'got Bearer [redacted]'],
    ['key sk-live-abcdef', 'key [redacted]'],
    ['ghp_abcdefghijkl', '[redacted]'],
    ['eyJhbGciOiJI.eyJzdWIi.c2ln', '[redacted]'],
    ['postgres://me:pw@db/x', 'postgres://[redacted]@db/x'],
    ['the token is missing', 'the token is missing'],
    ['unexpected token < in JSON', 'unexpected token < in JSON'],
  ])('knows what looks like a secret: %s', (text, clean) => {
    expect(createRedactor(withEnv({}))(text)).toBe(clean);
  });
});
