import { describe, expect, it } from 'vitest';
import type { ConfigFile, ReadKeychain } from './config-input.js';
import { readSettings } from './read-settings.js';

const canary = 'CANARYsecret4711';

function read(
  written: string,
  origin: ConfigFile['origin'] = 'own',
  outcome: ReturnType<ReadKeychain> = { ok: true, text: `${canary} \${X}{file:y}\n` },
  entry: object = {},
) {
  const asked: string[] = [];
  const server = { command: 'x', env: { K: written }, ...entry };
  const { servers } = readSettings({
    files: [{ path: '/c', text: JSON.stringify({ mcpServers: { a: server } }), origin }],
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
    readKeychain: (service, account) => {
      asked.push(`${service}|${account}`);
      return outcome;
    },
  });
  const [{ problem, transport, shown } = {}] = servers as readonly Partial<
    (typeof servers)[number]
  >[];
  return { asked, problem: problem && `${problem.message} | ${problem.hint}`, transport, shown };
}

describe('{keychain:…}', () => {
  it("puts a secret in, literally, where the user's own file says so", () => {
    const { asked, transport } = read('Bearer {keychain:tracker/ann@x}.');
    expect(asked).toEqual(['tracker|ann@x']);
    expect(transport).toMatchObject({ env: { K: `Bearer ${canary} \${X}{file:y}.` } });
  });

  it('takes what stands behind the last slash for the account', () => {
    expect(read('{keychain:https://x.example/api/ann lee}').asked).toEqual([
      'https://x.example/api|ann lee',
    ]);
  });

  it.each(['named', 'project'] as const)('is refused in a file of the origin %s', (origin) => {
    const { asked, problem } = read('{keychain:a/b}', origin);
    expect(asked).toEqual([]);
    if (origin !== 'project')
      expect(problem).toBe(
        'Cannot start upstream "a": env.K holds {keychain:…}, which only your own configuration file in its usual place may use | Put the value into a variable and write ${NAME}, or into a file and write {file:path}.',
      );
  });

  it.each([
    '{keychain:}',
    '{keychain:a}',
    '{keychain:/b}',
    '{keychain:a/}',
    '{keychain:-a/b}',
    '{keychain:a/-b}',
    '{keychain:a/b\u0000}',
  ])('refuses %j', (written) => {
    expect(read(written)).toMatchObject({
      asked: [],
      problem:
        'Cannot start upstream "a": env.K holds a name for the keychain that cannot be read | Write {keychain:service/account}.',
    });
  });

  it('refuses one that is not closed', () => {
    expect(read('{keychain:a/b').problem).toContain('holds a substitution that cannot be read');
  });

  it('says why there is none, and asks nothing for a server that is off', () => {
    const failed = { ok: false, reason: 'which is not there', hint: 'Store it.' } as const;
    expect(read('{keychain:a/b}', 'own', failed).problem).toBe(
      'Cannot start upstream "a": env.K names "a/b" of the keychain, which is not there | Store it.',
    );
    expect(read('{keychain:a/b}', 'own', failed, { enabled: false }).asked).toEqual([]);
  });

  it('stays a reference where the server is shown, and in what approvals are bound to', () => {
    const { shown } = read('x', 'own', undefined, { args: ['--token', '{keychain:a/b}'] });
    expect(shown).toBe('x --token "{keychain:a/b}" env=K');
  });
});
