import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandTable } from './command-table.js';
import { sluiceInFolder } from './testing/sluice-in-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sluice = (...words: string[]) => sluiceInFolder(folder, words);

/** An MCP server on stdin and stdout with two tools. */
const smallServer = `
  const tools = [
    { name: 'c', inputSchema: { type: 'object' } },
    { name: 'a-b', description: 'Does a.\\nMore.', inputSchema: { type: 'object' } },
  ];
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const results = {
      initialize: () => ({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'box', version: '1' },
      }),
      'tools/list': () => ({ tools }),
    };
    const answer = results[method]
      ? { result: results[method]() }
      : { error: { code: -32601, message: 'Method not found' } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
`;

const config = (value: unknown) => {
  const path = join(folder, 'sluice.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

const wordsOf = (name: string) => name.split(' ').filter((word) => word !== '');

describe('the command line', () => {
  it.each(['--version', '-v'])('prints its version for %s and exits with 0', async (flag) => {
    expect(await sluice(flag)).toEqual({ exitCode: 0, printed: '1.2.3', noted: '' });
  });

  it.each(['', 'policy', 'config', ...commandTable.map(({ name }) => name)].map(wordsOf))(
    'prints its version for --version after %j',
    async (...verb) => {
      expect(await sluice(...verb, '--version')).toEqual({
        exitCode: 0,
        printed: '1.2.3',
        noted: '',
      });
    },
  );

  it('says in its help what the exit codes mean', async () => {
    const { printed } = await sluice('--help');
    const lines = printed.split('\n').slice(-4);
    expect(lines).toEqual([
      'Exit codes:',
      '  0  done; of a verb that looks at something: all is well',
      '  1  not done, or not well: the reason stands on stderr, or in what was printed',
      '  2  the command line was not understood; nothing was done',
    ]);
  });

  it.each(
    ['', 'policy', 'config', ...commandTable.map(({ name }) => name)].map((name) => [
      wordsOf(name),
    ]),
  )('prints help for %j, with no default said twice and none that says nothing', async (verb) => {
    const { exitCode, printed } = await sluice(...verb, '--help');
    expect({
      exitCode,
      usage: printed.startsWith(`Usage: sluice ${verb.join(' ')}`.trimEnd()),
      odd: /default: false|\(default.*\(default/.test(printed),
    }).toEqual({ exitCode: 0, usage: true, odd: false });
    expect(await sluice(...verb, '-h')).toEqual({ exitCode, printed, noted: '' });
  });

  it.each([
    [
      ['frobnicate'],
      "sluice: unknown command 'frobnicate'\n  hint: sluice --help lists the commands.",
    ],
    [
      ['server-s'],
      "sluice: unknown command 'server-s'\n(Did you mean servers?)\n  hint: sluice --help lists the commands.",
    ],
    [
      ['policy', 'explian'],
      "sluice: unknown command 'explian'\n(Did you mean explain?)\n  hint: sluice policy --help lists its commands.",
    ],
    [
      ['completions', 'csh'],
      "sluice: command-argument value 'csh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n  hint: sluice completions --help shows its options.",
    ],
    [
      ['daemon', 'work', '--profile', 'work'],
      'sluice: The profile stands twice, as a word and after --profile\n  hint: Keep one of them.',
    ],
    [
      ['daemon', '--bind', '0.0.0.0'],
      "sluice: option '--bind <address>' argument '0.0.0.0' is invalid. Allowed choices are 127.0.0.1, localhost.\n  hint: sluice daemon --help shows its options.",
    ],
    [
      ['client', '--host', 'example.com', '--session-id', 'x'],
      "sluice: option '--host <address>' argument 'example.com' is invalid. Allowed choices are 127.0.0.1, localhost.\n  hint: sluice connect --help shows its options.",
    ],
    [
      ['daemon', '--port', '70000'],
      "sluice: option '--port <number>' argument '70000' is invalid. A whole number from 0 to 65535 is wanted.\n  hint: sluice daemon --help shows its options.",
    ],
    [
      ['servers', '--jsn'],
      "sluice: unknown option '--jsn'\n(Did you mean --json?)\n  hint: sluice servers --help shows its options.",
    ],
    [
      ['--confg', 'x.json'],
      "sluice: unknown option '--confg'\n(Did you mean --config?)\n  hint: sluice serve --help shows its options.",
    ],
    [
      ['serve', '--log-level', 'loud'],
      "sluice: option '--log-level <level>' argument 'loud' is invalid. Allowed choices are silent, error, warn, info, debug.\n  hint: sluice serve --help shows its options.",
    ],
    [
      ['exec'],
      "sluice: exec wants a file or -e CODE, one of them\n  hint: sluice exec program.ts, or sluice exec -e 'return 1 + 1'",
    ],
    [['exec', '-e', '1', '--data', '{oops'], /^sluice: --data is not JSON: /],
    [['exec', 'no-such.ts'], 'sluice: Cannot read the program "no-such.ts": ENOENT'],
  ])('refuses %j with one clear line and exit code 2', async (words, message) => {
    const { exitCode, noted } = await sluice(...words);
    if (typeof message === 'string') expect(noted).toBe(message);
    else expect(noted).toMatch(message);
    expect(exitCode).toBe(2);
  });

  it('refuses a missing configuration with exit code 1', async () => {
    expect(await sluice('servers', '--config', '/no/such.json')).toEqual({
      exitCode: 1,
      printed: '',
      noted:
        'sluice: Cannot read the configuration /no/such.json, named by --config: there is no such file\n  hint: Correct --config, or leave it out to use your own configuration.',
    });
  });

  it('runs a program without any server', async () => {
    expect(await sluice('exec', '-e', 'return { sum: 1 + 1, data }', '--data', '[1]')).toEqual({
      exitCode: 0,
      printed: '{"sum":2,"data":[1]}',
      noted: '',
    });
  });

  it('shows a failed program on stderr with exit code 1', async () => {
    const { exitCode, printed, noted } = await sluice('exec', '-e', 'throw new Error("no")');
    expect({ exitCode, printed, first: noted.split('\n')[0] }).toEqual({
      exitCode: 1,
      printed: '',
      first: 'RUN_THREW: no',
    });
  });

  it('shows servers, and fails when one is down', async () => {
    const path = config({
      mcpServers: {
        gone: { command: 'no-such-command-anywhere' },
        off: { command: 'x', enabled: false },
      },
    });
    const { exitCode, printed } = await sluice('servers', '--config', path);
    expect(printed).toBe(
      [
        `gone: failed (stdio, from ${path})`,
        '  Cannot start upstream "gone": the command "no-such-command-anywhere" was not found',
        '  hint: Install it, or set command to a full path.',
        `off: disabled (stdio, from ${path})`,
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
  });

  it('says where to write a configuration when there is none', async () => {
    const place = join(folder, '.config/sluice/sluice.jsonc');
    expect(await sluice('servers')).toEqual({
      exitCode: 0,
      printed: 'No servers are configured.',
      noted: `  hint: Take over the servers of your MCP clients with "sluice import", write ${place}, or name a file with --config.`,
    });
    const path = config({ mcpServers: {} });
    expect(await sluice('servers', '--config', path)).toEqual({
      exitCode: 0,
      printed: 'No servers are configured.',
      noted: `  hint: Add them under "mcpServers" in ${path}.`,
    });
  });

  it('lists tools by id with a line on each, and of one server with signatures', async () => {
    const path = config({
      mcpServers: {
        box: { command: process.execPath, args: ['-e', smallServer] },
        gone: { command: 'no-such-command-anywhere' },
        off: { command: 'x', enabled: false },
      },
    });
    expect(await sluice('tools', '--config', path)).toEqual({
      exitCode: 1,
      printed: 'mcp__box__a-b  Does a.\nmcp__box__c',
      noted:
        'gone: Cannot start upstream "gone": the command "no-such-command-anywhere" was not found\n  hint: Install it, or set command to a full path.',
    });
    const one = await sluice('tools', 'box', '--config', path);
    expect(one).toMatchObject({ exitCode: 0, noted: '' });
    expect(one.printed).toContain('tools.box.a_b(');
    const { printed } = await sluice('tools', '--json', '--config', path);
    expect(JSON.parse(printed)).toMatchObject([
      { server: 'box', tools: [{ name: 'a-b', alias: 'a_b' }, { name: 'c' }] },
      { server: 'gone', error: expect.stringContaining('was not found') },
    ]);
    expect(await sluice('tools', 'bx', '--config', path)).toMatchObject({
      exitCode: 1,
      printed: '',
      noted: expect.stringMatching(/^[^\n]*Cannot list tools of "bx": there is no such server/),
    });
  });

  it('takes the profile as a word, as jsmcp does', async () => {
    const { noted } = await sluice('run', 'wrok', '--config', config({ mcpServers: {} }));
    expect(noted).toBe(
      'sluice: Cannot use the profile "wrok": no preset has this name\n  hint: The configuration has no "presets".',
    );
  });

  it('takes the names that ToolPipe has for log levels', async () => {
    const done = { exitCode: 0, printed: 'null', noted: '' };
    expect(await sluice('exec', '-e', 'return null', '--log-level', 'WARNING')).toEqual(done);
  });

  it('lists the servers of a project as waiting, and starts none', async () => {
    const path = config({ mcpServers: { p: { command: 'touch', args: [join(folder, 'ran')] } } });
    const { printed, exitCode } = await sluice('servers');
    expect(printed).toBe(
      [
        `p: waiting (stdio, from ${path})`,
        `  Upstream "p" waits for the user's consent: ${path} defines it, and nothing of it has been started`,
        '  hint: Only the user can give it: the command "sluice approve" shows what would be started.',
      ].join('\n'),
    );
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(exitCode).toBe(0);
  });

  it('says which file a server is from, and which one it hides', async () => {
    const db = { command: process.execPath, args: ['-e', smallServer] };
    const path = config({ mcpServers: { db: { command: 'touch', args: [join(folder, 'ran')] } } });
    mkdirSync(join(folder, '.config/sluice'), { recursive: true });
    const own = join(folder, '.config/sluice/sluice.json');
    writeFileSync(own, JSON.stringify({ mcpServers: { db } }));
    expect(await sluice('servers')).toEqual({
      exitCode: 0,
      printed: `db: ready, 2 tools (stdio, from ${own})`,
      noted: `sluice: warning: ${path}: the server "db" is hidden by the one in ${own}`,
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('shows servers by the profile, and refuses one that is none', async () => {
    const path = config('[servers.a]\ncommand = "x"\nenabled = false\n[presets.work]\na = false\n');
    expect((await sluice('servers', '--config', path)).printed).toBe(
      `a: disabled (stdio, from ${path})`,
    );
    const shown = await sluice('servers', '--config', path, '--profile', 'work');
    expect(shown.printed).toBe('No servers are configured.');
    const wrong = await sluice('servers', '--config', path, '--profile', 'wrok');
    expect(wrong.noted).toBe(
      'sluice: Cannot use the profile "wrok": no preset has this name\n  hint: Did you mean "work"? There are "work".',
    );
    expect(wrong.exitCode).not.toBe(0);
  });

  it('prints the schema of the configuration', async () => {
    const { printed, exitCode } = await sluice('config', 'schema');
    expect(JSON.parse(printed)).toMatchObject({ properties: { mcpServers: {}, policy: {} } });
    expect(exitCode).toBe(0);
  });

  it('names a log file that cannot be written', async () => {
    expect(await sluice('servers', '--log-file', folder)).toEqual({
      exitCode: 2,
      printed: '',
      noted: `sluice: Cannot write the log file ${folder}: EISDIR\n  hint: Name a file that you may write.`,
    });
  });
});
