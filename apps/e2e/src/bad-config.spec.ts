import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { normalise } from './support/normalise.js';
import { createWorkplace, fixtureServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let client: TestClient | undefined;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await workplace.close();
});

const named = '<folder>/sluice.json (named by --config, so no other is read)';
const fixture = fixtureServer('ok');
const allowAll = [{ match: '*', action: 'allow' }];

/** Runs a verb with a configuration; its output with the workplace's folder named, of doctor what is about configuration and servers. */
async function run(verb: string, config: unknown) {
  const { exitCode, stdout, stderr } = await workplace.runVerb([
    verb,
    '--config',
    config === undefined ? join(workplace.folder, 'sluice.json') : workplace.writeConfig(config),
  ]);
  const clean = (text: string) =>
    normalise(text, workplace.folder).replace(/ready after \d+\.\d s/g, 'ready after TIME');
  const printed = verb === 'doctor' ? aboutConfig(stdout) : stdout;
  return { exitCode, stdout: clean(printed), stderr: clean(stderr) };
}

function aboutConfig(text: string): string {
  const checks = text.split(/\n(?! {9})/).map((check) => check.trimEnd());
  return checks.filter((check) => /^\S+ +(?:config|server)/.test(check)).join('\n');
}

/** A client of the stdio host, and what it is answered. */
async function connect(config: unknown) {
  const launch = workplace.sluice('--config', workplace.writeConfig(config));
  const connected = await connectClient('v2 auto', { kind: 'stdio', launch });
  client = connected;
  return async (name: string, args: Record<string, unknown>) => {
    const { texts, isError } = await connected.call(name, args);
    return { isError, text: normalise(texts.join('\n---\n'), workplace.folder) };
  };
}

/** Of a wrong value whose message says what is wanted. */
const anyHint = 'Correct it; sluice config schema describes every key.';

describe.each(['serve', 'servers', 'doctor'])('sluice %s', (verb) => {
  it.each<[string, unknown, message: string, hint?: string]>([
    [
      'is missing',
      undefined,
      'Cannot read the configuration <folder>/sluice.json, named by --config: there is no such file',
      'Correct --config, or leave it out to use your own configuration.',
    ],
    [
      'is malformed',
      '{\n  "mcpServers": {\n    "a": { "command": "node" }\n    "b": { "command": "node" }\n  }\n}\n',
      'Cannot read the configuration <folder>/sluice.json: line 4, column 5: expected ",", found the key "b"',
      'Put a comma between two entries.',
    ],
    [
      'is strict and needs a variable that is not set',
      '{\n  "strict": true,\n  "mcpServers": {\n    "tracker": { "command": "node", "env": { "TOKEN": "${TRACKER_TOKEN}" } }\n  }\n}',
      'Cannot use the configuration <folder>/sluice.json: line 4, column 55: with "strict" all servers must be fit to start, but "tracker" is not: env.TOKEN needs the variable "TRACKER_TOKEN", which is not set',
      'Set TRACKER_TOKEN in the environment of Sluice, or write ${TRACKER_TOKEN:-default}.',
    ],
    [
      'has a rule with brackets',
      { policy: [...allowAll, { match: 'mcp__{a,b}__*', action: 'deny' }] },
      'Cannot use the configuration <folder>/sluice.json: cannot read policy[1].match "mcp__{a,b}__*": it holds "{"',
      'A pattern has only "*" for any text and "?" for one character; brackets, braces, parentheses, "!" and "\\" are refused. Write one rule for each case.',
    ],
    [
      'has a rule with an unknown key',
      '{ "policy": [\n  { "match": "*", "acton": "deny" }\n] }',
      'Cannot use the configuration <folder>/sluice.json: line 2, column 19: policy[0].acton is not a key of a rule; did you mean "action"?',
      'A rule is { "match": "mcp__server__tool*", "action": "allow" | "deny" | "ask" }, with "when" and "annotations" where wanted.',
    ],
    [
      'has a rule with a wrong action',
      '{ "policy": [\n  { "match": "*", "action": "block" }\n] }',
      'Cannot use the configuration <folder>/sluice.json: line 2, column 29: policy[0].action is "block"; it must be one of allow, deny, ask',
    ],
  ])('refuses a configuration that %s', async (_, config, message, hint) => {
    expect(await run(verb, config)).toEqual(
      verb === 'doctor'
        ? {
            exitCode: 1,
            stdout: `PROBLEM  config: ${message}\n         next: ${hint ?? anyHint}`,
            stderr: '',
          }
        : {
            exitCode: 1,
            stdout: '',
            stderr: `sluice: ${message}\n${hint ? `  hint: ${hint}\n` : ''}`,
          },
    );
  });
});

it('a configuration with an unknown key is used, with a warning that names the nearest', async () => {
  const config = '{\n  "mcpServers": {},\n  "sandbx": { "heapMb": 64 }\n}';
  const warning =
    '<folder>/sluice.json: line 3, column 3: the unknown key "sandbx" is ignored; did you mean "sandbox"?';
  expect(await run('servers', config)).toEqual({
    exitCode: 0,
    stdout: 'No servers are configured.\n',
    stderr: `sluice: warning: ${warning}\n  hint: Add them under "mcpServers" in <folder>/sluice.json.\n`,
  });
  expect(await run('serve', config)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `sluice: warning: ${warning}\n`,
  });
  expect(await run('doctor', config)).toEqual({
    exitCode: 0,
    stdout: [
      `warning  config: ${named}: 0 servers, 0 rules, otherwise ask`,
      '         next: Add them under "mcpServers" in <folder>/sluice.json.',
      `warning  config.warning: ${warning}`,
      `         next: ${anyHint.replace('it', 'it in the file')}`,
    ].join('\n'),
    stderr: '',
  });
});

describe('servers that cannot be used', () => {
  const cases: [name: string, server: object, reason: string, hint: string][] = [
    [
      'unset',
      { ...fixture, env: { TOKEN: '${TRACKER_TOKEN}' } },
      'Cannot start upstream "unset": env.TOKEN needs the variable "TRACKER_TOKEN", which is not set',
      'Set TRACKER_TOKEN in the environment of Sluice, or write ${TRACKER_TOKEN:-default}.',
    ],
    [
      'missing',
      { command: 'no-such-command' },
      'Cannot start upstream "missing": the command "no-such-command" was not found',
      'Install it, or set command to a full path.',
    ],
    [
      'dying',
      fixtureServer('crash-start'),
      'Cannot start upstream "dying": it exited with code 3; its last words on stderr: "config error: DATABASE_URL is not set | using token [redacted]"',
      'Check the entry of this server in <folder>/sluice.json.',
    ],
    [
      'hanging',
      { ...fixtureServer('hang-init'), timeout: 1000 },
      'Cannot start upstream "hanging": it did not finish its handshake within 1000 ms',
      'If it needs longer, raise "timeout" of this server in <folder>/sluice.json.',
    ],
    [
      'sluice',
      { command: 'npx', args: ['-y', 'sluice'] },
      'Cannot start upstream "sluice": it would start Sluice itself',
      'Remove this entry: Sluice cannot be its own upstream.',
    ],
  ];
  const bad = Object.fromEntries(cases.map(([name, server]) => [name, server]));
  const config = { mcpServers: { ...bad, fixture }, policy: allowAll };
  const works = (text: string) => text.replace(/ \d+ tools/, ' N tools');

  it('are named by sluice servers with reason and hint, beside one that works', async () => {
    const { exitCode, stdout, stderr } = await run('servers', config);
    expect({ exitCode, stdout: works(stdout), stderr }).toEqual({
      exitCode: 1,
      stdout: [
        ...cases.flatMap(([name, , reason, hint]) => [
          `${name}: failed (stdio, from <folder>/sluice.json)`,
          `  ${reason}`,
          `  hint: ${hint}`,
        ]),
        'fixture: ready, N tools (stdio, from <folder>/sluice.json)\n',
      ].join('\n'),
      stderr: '',
    });
  });

  it('are named by sluice doctor with reason and next step', async () => {
    const { exitCode, stdout, stderr } = await run('doctor', config);
    expect({ exitCode, stdout: works(stdout), stderr }).toEqual({
      exitCode: 1,
      stdout: [
        `ok       config: ${named}: 6 servers, 1 rule, otherwise ask`,
        ...cases.flatMap(([name, , reason, hint]) => [
          `PROBLEM  server ${name}: ${reason}`,
          `         next: ${hint}`,
        ]),
        'ok       server fixture: ready after TIME, N tools, MCP 2025-11-25',
      ].join('\n'),
      stderr: '',
    });
  });

  it('are named by run_code and search_tools where they are needed, and stop no other', async () => {
    const answer = await connect(config);
    for (const [name, , reason, hint] of cases) {
      const code = `return await ${name}.echo({})`;
      expect(await answer('run_code', { code })).toEqual({
        isError: true,
        text: [
          `UPSTREAM_START: Cannot call "${name}.echo": c${reason.slice(1)}`,
          'at line 1, column 14:',
          `  1 | ${code}`,
          `hint: ${hint}`,
          'No call was made.',
        ].join('\n'),
      });
      // It is tried again from time to time, and "connecting" then.
      const search = () => answer('search_tools', { query: 'echo', server: name });
      await expect.poll(search, { timeout: 10_000 }).toEqual({
        isError: false,
        text: ['No tool fits "echo". Did you mean tools.fixture.echo?', `${reason}. ${hint}`].join(
          '\n\n',
        ),
      });
    }
    const { text } = await answer('run_code', { code: 'return (await fixture.echo({})).value' });
    expect(text.split('\n')[0]).toBe('null');
  });

  it('hold up no other and no answer to the client, even when they hang', async () => {
    // It would hold up for the minute that a server has to get ready; a slow machine takes seconds.
    const started = performance.now();
    const answer = await connect({
      mcpServers: { slow: fixtureServer('hang-init'), fixture },
      policy: allowAll,
    });
    expect(performance.now() - started).toBeLessThan(20_000);
    const { text } = await answer('run_code', { code: 'return (await fixture.echo({})).value' });
    expect(text.split('\n')[0]).toBe('null');
  });
});

describe('a server that misbehaves', () => {
  it('by dying in the middle of a call fails that call, and serves the next', async () => {
    const answer = await connect({ mcpServers: { fixture }, policy: allowAll });
    const code = 'await fixture.echo({});\nreturn await fixture.die({})';
    expect(await answer('run_code', { code })).toEqual({
      isError: true,
      text: [
        'ToolError (UPSTREAM_CLOSED): Upstream "fixture" did not answer "die": it exited with code 9; its last words on stderr: "panic: out of cheese"',
        'at line 2, column 8:',
        '  2 | return await fixture.die({})',
        'hint: The call may have run there; it was not sent again.',
        '2 calls:',
        '- done: #n fixture.echo SIZE TIME',
        '- failed: #n fixture.die (UPSTREAM_CLOSED)',
      ].join('\n'),
    });
    expect(await answer('run_code', { code: 'return await fixture.echo({ value: 7 })' })).toEqual({
      isError: false,
      text: '{"value":7}\n---\n1 call in TIME: #n fixture.echo SIZE TIME',
    });
  });

  it('by printing a banner works, and doctor counts the lines', async () => {
    const config = { mcpServers: { banner: fixtureServer('banner') }, policy: allowAll };
    const { exitCode, stdout } = await run('doctor', config);
    expect([exitCode, stdout.replace(/\d+ tools/, 'N tools')]).toEqual([
      0,
      [
        `ok       config: ${named}: 1 server, 1 rule, otherwise ask`,
        'ok       server banner: ready after TIME, N tools, MCP 2025-11-25; not protocol on its stdout: 2 lines',
      ].join('\n'),
    ]);
    const answer = await connect(config);
    const { text } = await answer('run_code', { code: 'return await banner.echo({ value: 7 })' });
    expect(text.split('\n')[0]).toBe('{"value":7}');
  });
});
