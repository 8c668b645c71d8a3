import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../start.js';
import { fakeTerminal } from '../testing/fake-terminal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-policy-'));
  write('sluice.json', {
    policy: [
      { match: 'mcp__mail__delete_*', action: 'deny' },
      { match: 'mcp__mail__send', when: { 'args.to': '*@ours.example' }, action: 'allow' },
    ],
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, value: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

async function policy(...words: string[]) {
  const terminal = fakeTerminal({ input: false, output: false });
  const exitCode = await start({
    words: ['policy', ...words],
    terminal,
    environment: {
      ...nodeEnvironment(),
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder },
    },
    version: '1.2.3',
    runnerUrl: new URL('file:///no-runner.mjs'),
    workerUrl: new URL('file:///no-worker.mjs'),
  });
  return { exitCode, screen: terminal.screen(), notes: withoutWarnings(terminal.notes()) };
}
/** Rules for tools that no server has are warned about. */
const withoutWarnings = (notes: string) => notes.replace(/^sluice: warning: .*\n/gm, '');
const config = () => ['--config', join(folder, 'sluice.json')];

describe('sluice policy explain', () => {
  it('says which rule decides and why those before do not', async () => {
    const args = '{"to":"x@evil.example","n":9007199254740993}';
    const { exitCode, screen, notes } = await policy(
      'explain',
      'mcp__mail__send',
      '--args',
      args,
      ...config(),
    );
    expect(screen).toBe(`mcp__mail__send with ${args}: ask
  (no server lists this tool now; it is taken for one without annotations)
  policy[0] {"match":"mcp__mail__delete_*","action":"deny"} is passed over: its pattern does not fit the name
  policy[1] {"match":"mcp__mail__send","when":{"args.to":"*@ours.example"},"action":"allow"} is passed over: args.to is "x@evil.example"
  policyDefault decides where no rule does
`);
    expect([exitCode, notes]).toEqual([0, '']);
  });

  it('tells all that may come out while the arguments are not known', async () => {
    expect((await policy('explain', 'mcp__mail__send', ...config())).screen).toContain(
      `mcp__mail__send with any arguments: allow or ask
`,
    );
    const { screen } = await policy('explain', 'mcp__mail__delete_it', '--json', ...config());
    expect(JSON.parse(screen)).toEqual({
      tool: 'mcp__mail__delete_it',
      state: 'unknown',
      outcomes: [
        { action: 'deny', by: 'policy[0] {"match":"mcp__mail__delete_*","action":"deny"}' },
      ],
      steps: [
        {
          rule: 'policy[0] {"match":"mcp__mail__delete_*","action":"deny"}',
          verdict: 'decides',
        },
      ],
    });
  });

  it.each([
    ['{oops', /^sluice: --args is not JSON: /],
    ['[1]', /^sluice: --args wants a JSON object\n {2}hint: sluice policy explain /],
  ])('refuses the arguments %j with exit code 2', async (args, message) => {
    const { exitCode, notes } = await policy('explain', 'mcp__a__b', '--args', args, ...config());
    expect(notes).toMatch(message);
    expect(exitCode).toBe(2);
  });
});

describe('sluice policy test', () => {
  const send = (to: string, action: string) => ({ tool: 'mcp__mail__send', args: { to }, action });

  it('exits with 0 where every expectation is met, and with 1 where one is not', async () => {
    const met = write('met.json', [send('ann@ours.example', 'allow')]);
    expect(await policy('test', met, ...config())).toEqual({
      exitCode: 0,
      screen: `note [0] mcp__mail__send {"to":"ann@ours.example"}: no server lists this tool now; it is taken for one without annotations
1 of 1 expectations are met.
`,
      notes: '',
    });
    const unmet = write('unmet.json', [
      send('ann@ours.example', 'allow'),
      send('x@evil.example', 'deny'),
    ]);
    const { exitCode, screen } = await policy('test', unmet, ...config());
    expect(screen)
      .toContain(`FAIL [1] mcp__mail__send {"to":"x@evil.example"}: deny was expected, the rules say ask
     ask by policyDefault
`);
    expect(screen).toContain('1 of 2 expectations are met.\n');
    expect(exitCode).toBe(1);
    const { screen: json } = await policy('test', unmet, '--json', ...config());
    expect(JSON.parse(json)).toMatchObject({
      ok: false,
      tested: [{ isMet: true }, { isMet: false }],
    });
  });

  it.each([
    ['{oops', 2, /^sluice: Cannot read the expectations ".*bad\.json": it is not JSON: /],
    [
      [{ tool: 'a', action: 'perhaps' }],
      2,
      /^sluice: Cannot read expectation \[0\]\.action: it must be one of allow, deny, ask\n {2}hint: Write a list of /,
    ],
  ])('refuses the file %j', async (content, code, message) => {
    const { exitCode, notes } = await policy('test', write('bad.json', content), ...config());
    expect(notes).toMatch(message);
    expect(exitCode).toBe(code);
  });

  it('refuses a file that is not there', async () => {
    expect((await policy('test', '/no/such.json', ...config())).notes).toMatch(
      /^sluice: Cannot read the expectations "\/no\/such\.json": ENOENT\n/,
    );
  });
});

describe('sluice policy simulate', () => {
  const remember = (...calls: readonly (readonly [toolId: string, action: string])[]) => {
    const past = join(folder, '.local/state/sluice/calls');
    mkdirSync(past, { recursive: true });
    const lines = calls.map(([toolId, action]) =>
      JSON.stringify({ at: new Date().toISOString(), session: 's', toolId, rawId: toolId, action }),
    );
    writeFileSync(join(past, 'calls-000000.jsonl'), `${lines.join('\n')}\n`);
  };

  it('says that nothing is remembered', async () => {
    expect((await policy('simulate', ...config())).screen).toBe('No past calls are remembered.\n');
  });

  it('lists what other rules would change', async () => {
    remember(['mcp__docs__read', 'ask'], ['mcp__docs__read', 'ask'], ['mcp__mail__send', 'ask']);
    const other = write('other.json', {
      policy: [{ match: 'mcp__docs__*', action: 'allow' }],
    });
    const { exitCode, screen } = await policy('simulate', '--policy', other, ...config());
    expect(screen).toContain(`mcp__docs__read (2 calls): ask becomes allow
  before: ask by policyDefault
  after: allow by policy[0] {"match":"mcp__docs__*","action":"allow"}
`);
    expect(exitCode).toBe(0);
    expect(await policy('simulate', '--policy', '/no/such.json', ...config())).toEqual({
      exitCode: 2,
      screen: '',
      notes:
        'sluice: Cannot read the rules /no/such.json: there is no such file\n  hint: Name a configuration file with the rules to try.\n',
    });
  });

  it('lists what was decided otherwise than it would be now', async () => {
    remember(['mcp__mail__delete_x', 'allow'], ['mcp__mail__send', 'ask']);
    const { screen } = await policy('simulate', '--json', ...config());
    expect(JSON.parse(screen)).toEqual({
      calls: 2,
      changes: [
        {
          tool: 'mcp__mail__delete_x',
          calls: 1,
          before: [{ action: 'allow', by: 'policyDefault' }],
          after: [
            { action: 'deny', by: 'policy[0] {"match":"mcp__mail__delete_*","action":"deny"}' },
          ],
        },
      ],
    });
  });
});
