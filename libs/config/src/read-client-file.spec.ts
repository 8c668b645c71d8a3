import { describe, expect, it } from 'vitest';
import type { ConfigFile } from './config-input.js';
import { readSettings } from './read-settings.js';

const file = (client: string, text: string, origin: ConfigFile['origin'] = 'client') => ({
  path: `/home/ann/.${client}.json`,
  text,
  origin,
  client,
});

function read(...files: readonly ConfigFile[]) {
  return readSettings({
    files,
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: () => 'text',
    resolvePath: (folder, path) => `${folder}/${path}`,
  });
}
const servers = (entries: object) => JSON.stringify({ mcpServers: entries });

describe("another client's file", () => {
  it('gives servers that a person has to agree to, and nothing else', () => {
    const { servers: found, ...settings } = read(
      file(
        'cursor',
        JSON.stringify({
          mcpServers: {
            a: {
              command: 'x',
              trusted: true,
              env: { K: 'CANARY', HTTPS_PROXY: 'http://ann:CANARY@proxy.example' },
            },
          },
          policy: [{ match: '*', action: 'allow' }],
          sandbox: { deno: '/tmp/evil' },
          editorTheme: 'dark',
        }),
      ),
    );
    expect(found).toMatchObject([{ name: 'a', trusted: false, consent: { origin: 'client' } }]);
    expect(JSON.stringify(found[0]?.consent?.shown)).not.toContain('CANARY');
    expect(settings).toMatchObject({ policy: [], warnings: [], broken: [] });
    expect(settings.sandbox).not.toHaveProperty('deno');
  });

  it.each([
    ['by name', { command: 'sluice' }],
    ['by npx', { command: 'npx', args: ['-y', 'sluice@latest'] }],
    ['as a list', { command: ['npx', 'sluice'] }],
    ['as the daemon', { url: 'http://127.0.0.1:41529/mcp' }],
    ['switched off', { command: 'x', disabled: true }],
  ])('leaves out Sluice itself and what is off: %s', (_, server) => {
    expect(read(file('cursor', servers({ s: server, other: { command: 'y' } }))).servers).toEqual([
      expect.objectContaining({ name: 'other' }),
    ]);
  });

  it('lists an entry that cannot be read with its reason; the others are there', () => {
    const { servers: found, warnings } = read(
      file('cursor', servers({ bad: { args: ['x'] }, a__b: { args: [] }, good: { command: 'x' } })),
    );
    expect(found.map(({ name, problem }) => [name, problem?.message])).toEqual([
      [
        'bad',
        'Cannot use the configuration /home/ann/.cursor.json: line 1, column 16: mcpServers.bad has neither "command" nor "url"',
      ],
      ['good', undefined],
    ]);
    expect(warnings).toEqual([
      'Cannot use the configuration /home/ann/.cursor.json: line 1, column 37: the server name "a__b" holds "__"; this server is left out',
    ]);
  });

  it('is a warning with file and line when it is broken', () => {
    const {
      servers: found,
      broken,
      warnings,
    } = read(
      file('cursor', '{\n  "mcpServers": oops }'),
      file('codex', '[mcp_servers.a]\ncommand = "x"\n'),
    );
    const message =
      'Cannot read the configuration /home/ann/.cursor.json: line 2, column 17: expected a JSON value, found an unquoted word; none of its servers is used';
    expect(found.map(({ name }) => name)).toEqual(['a']);
    expect(broken).toEqual([{ path: '/home/ann/.cursor.json', message }]);
    expect(warnings).toEqual([message]);
  });

  it('puts in what its program would', () => {
    const text = servers({ a: { command: 'x', cwd: '${workspaceFolder}/sub' } });
    const [server] = read({
      ...file('vscode', text, 'workspace'),
      variables: { workspaceFolder: '/w' },
      folder: '',
    }).servers;
    expect(server?.transport).toMatchObject({ cwd: '//w/sub' });
    expect(server?.consent).toMatchObject({
      origin: 'project',
      shown: { cwd: '${workspaceFolder}/sub' },
    });
  });
});

describe('the files of several clients', () => {
  it('have the same server once, and different ones under names of their own', () => {
    const same = { command: 'npx', args: ['x'] };
    const { servers: found } = read(
      file('claude', servers({ one: same, two: { command: 'a' }, 'two-cursor': { command: 'z' } })),
      file('cursor', servers({ one: same, two: { command: 'b' } })),
    );
    expect(found.map(({ name, file: path }) => [name, path])).toEqual([
      ['one', '/home/ann/.claude.json'],
      ['two-claude', '/home/ann/.claude.json'],
      ['two-cursor-2', '/home/ann/.cursor.json'],
      ['two-cursor', '/home/ann/.claude.json'],
    ]);
  });

  it('do not lend the user’s word to a file of the folder', () => {
    const text = servers({ one: { command: 'x' } });
    const { servers: found } = read(file('claude', text), file('cursor', text, 'workspace'));
    expect(found.map(({ name, consent }) => [name, consent?.origin])).toEqual([
      ['one', 'client'],
      ['one-cursor', 'project'],
    ]);
  });
});
