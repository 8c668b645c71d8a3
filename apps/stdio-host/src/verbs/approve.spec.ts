import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentQuestion } from '@sluice/contracts';
import { memoryLogger } from '@sluice/contracts/testing';
import { openConsentStore } from '@sluice/gateway';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../start.js';
import { fakeTerminal, type FakeTerminal } from '../testing/fake-terminal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-approve-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  ...nodeEnvironment(),
  homeFolder: folder,
  currentFolder: folder,
  variables: { PATH: process.env.PATH, HOME: folder },
});
const store = () => openConsentStore(environment(), memoryLogger());

async function sluice(terminal: FakeTerminal, ...words: string[]) {
  const runnerUrl = new URL('file:///no-runner.mjs');
  const workerUrl = new URL('file:///no-worker.mjs');
  const exitCode = await start({
    words,
    terminal,
    environment: environment(),
    version: '1.2.3',
    runnerUrl,
    workerUrl,
  });
  return { exitCode, screen: terminal.screen(), notes: terminal.notes() };
}

const question = (number: number, more: Partial<ConsentQuestion> = {}): ConsentQuestion => ({
  id: `q_${String(number).padStart(32, '0')}`,
  digest: `d${number}`,
  sessionId: 's1',
  workspace: '/home/ann/site',
  scopes: ['once', 'session', 'workspace', 'always'],
  program: 'return await tools.mail.send({ to: "ann@ours.example" });',
  tools: [
    {
      id: `mcp__mail__send${number}`,
      server: 'mail',
      name: 'send',
      effect: 'writes',
      args: [{ to: 'ann@ours.example' }],
      definition: { digest: 'd', upstream: 'npx -y @acme/mail', tool: '{}' },
    },
  ],
  hasDynamic: false,
  askedAt: Date.now() - 10_000 + number,
  expiresAt: Date.now() + 300_000,
  ...more,
});
const prompt = 'Type one of these words: ';

describe('sluice approve', () => {
  it('shows the whole question, and takes the word that a person types', async () => {
    await store().publish(question(1));
    const terminal = fakeTerminal();
    terminal.type(prompt, ' Workspace \n');
    const { exitCode, screen, notes } = await sluice(terminal, 'approve');
    expect(screen).toBe(`May this program use this tool?

1. mcp__mail__send1: changes things, says its server
   server: npx -y @acme/mail
   with {"to":"ann@ours.example"}

The program (1 line, 57 characters):

    1 | return await tools.mail.send({ to: "ann@ours.example" });

  once       Once: this program, this run, as shown
  session    Session: this tool, any program and arguments, until the client disconnects
  workspace  Workspace: this tool, any program and arguments, in /home/ann/site
  always     Always: this tool, any program and arguments, everywhere
  refuse     Refuse

${prompt}Allowed (workspace). The program starts when the agent runs it again, unchanged.
`);
    expect([exitCode, notes]).toEqual([0, '']);
    expect(await store().take('s1', 'd1')).toEqual({
      answer: { decision: 'allow', scope: 'workspace' },
      answeredIn: 'terminal',
    });
  });

  it.each([
    ['refuse\n', 0, { decision: 'refuse', reason: 'declined' }],
    ['\nyes\nalways\n', 0, { decision: 'allow', scope: 'always' }],
  ])('makes of %j exactly what it says', async (typed, exitCode, answer) => {
    await store().publish(question(1));
    const terminal = fakeTerminal();
    terminal.type(prompt, typed);
    expect((await sluice(terminal, 'approve', question(1).id)).exitCode).toBe(exitCode);
    expect((await store().take('s1', 'd1'))?.answer).toEqual(answer);
  });

  it.each([
    ['words that are none of them', (terminal: FakeTerminal) => terminal.type(prompt, 'y\n1\n\n')],
    ['the end of the input', (terminal: FakeTerminal) => terminal.end(prompt)],
    ['a word without its end', (terminal: FakeTerminal) => terminal.interrupt(prompt)],
  ])('takes no answer from %s', async (_, act) => {
    await store().publish(question(1));
    const terminal = fakeTerminal();
    act(terminal);
    const { exitCode, notes } = await sluice(terminal, 'approve');
    expect([exitCode, notes]).toEqual([
      1,
      'No answer was given: nothing is approved, and the question still waits.\n',
    ]);
    expect(await store().pending()).toHaveLength(1);
    expect(await store().take('s1', 'd1')).toBeUndefined();
  });

  it('lists what waits and lets a person choose; each answer is for its own question', async () => {
    for (const number of [1, 2, 3]) await store().publish(question(number));
    const terminal = fakeTerminal();
    terminal.type('Which one (1 to 3)? ', '9\n2\n');
    terminal.type(prompt, 'once\n');
    const { exitCode, screen } = await sluice(terminal, 'approve');
    expect(screen).toContain(`3 questions wait for your answer:

1. asked 10 s ago, waits 5 min more (${question(1).id})
   mcp__mail__send1
`);
    expect(screen).toMatch(/May this program use this tool\?\n\n1\. mcp__mail__send2:/);
    expect(screen).toContain('2 more wait: sluice approve');
    expect(exitCode).toBe(0);
    expect(await store().take('s1', 'd1')).toBeUndefined();
    expect(await store().take('s1', 'd2')).toBeDefined();
  });

  describe('about servers', () => {
    const project = (servers: object) =>
      writeFileSync(join(folder, 'sluice.json'), JSON.stringify({ mcpServers: servers }));
    const told = 'Allowed (always). A gateway that runs starts it within a few seconds.';

    it('asks about each one of the configuration of here, and keeps each yes', async () => {
      project({
        a: { command: 'a', env: { API_KEY: 'CANARY' } },
        b: { url: 'http://127.0.0.1/b' },
      });
      const terminal = fakeTerminal();
      terminal.type('Which one (1 to 2)? ', '2\n');
      terminal.type(prompt, 'always\n');
      terminal.type('"a", from', 'refuse\n');
      const { exitCode, screen, notes } = await sluice(terminal, 'approve');
      expect(screen).toContain(told);
      expect(screen).toContain('   URL: "http://127.0.0.1/b"');
      expect(screen).toContain('Refused. It will not start.');
      expect(screen).not.toContain('CANARY');
      expect([exitCode, notes]).toEqual([0, '']);
      const kept = await store().serverApprovals();
      expect(kept.map(({ name, answeredIn }) => [name, answeredIn])).toEqual([['b', 'terminal']]);

      const listed = await sluice(fakeTerminal(), 'approvals');
      expect(listed.screen).toMatch(
        /^a_\w+ {2}start the server b of .*sluice\.json\n {2}always, since/,
      );
      expect(
        (await sluice(fakeTerminal(), 'approvals', 'revoke', kept[0]?.id ?? '')).exitCode,
      ).toBe(0);
      expect(await store().serverApprovals()).toEqual([]);
    });

    it('shows one that a running gateway asks about once, and still answers where the configuration is broken', async () => {
      writeFileSync(join(folder, 'sluice.json'), '{');
      await store().publish(question(1));
      mkdirSync(join(folder, '.config/sluice'), { recursive: true });
      writeFileSync(join(folder, '.config/sluice/sluice.json'), '{');
      const terminal = fakeTerminal();
      terminal.type(prompt, 'once\n');
      const { exitCode, notes } = await sluice(terminal, 'approve');
      expect(exitCode).toBe(0);
      expect(notes).toMatch(
        /^sluice: warning: Cannot read the configuration .*sluice\/sluice\.json: line 1/,
      );
    });
  });

  it('says when nothing waits, and when an id is of no question that waits', async () => {
    expect(await sluice(fakeTerminal(), 'approve')).toEqual({
      exitCode: 0,
      screen: 'Nothing waits for your answer.\n',
      notes: '',
    });
    expect(await sluice(fakeTerminal(), 'approve', 'q_\u001b[2Jx')).toEqual({
      exitCode: 1,
      screen: '',
      notes:
        'sluice: No question "q_\\u001b[2Jx" waits: it was answered or withdrawn, or its time is over\n  hint: sluice approve, without an id, lists what waits.\n',
    });
  });

  it('says when the question was answered elsewhere meanwhile', async () => {
    await store().publish(question(1));
    const terminal = fakeTerminal();
    terminal.type(prompt, 'nonsense\n');
    const running = sluice(terminal, 'approve');
    await expect.poll(() => terminal.screen()).toContain(prompt);
    await store().answer(question(1).id, { decision: 'refuse', reason: 'declined' }, 'page');
    terminal.type(prompt, 'once\n');
    terminal.output.write('');
    const { exitCode, notes } = await running;
    expect([exitCode, notes]).toEqual([
      1,
      'The question does not wait any more: it was answered elsewhere or withdrawn, or its time is over.\n',
    ]);
    expect((await store().take('s1', 'd1'))?.answer.decision).toBe('refuse');
  });

  it.each([
    [{ input: false, output: true }, 'stdin is none'],
    [{ input: true, output: false }, 'stdout is none'],
    [{ input: false, output: false }, 'stdin and stdout are none'],
  ])('refuses %j, whatever is piped into it, and shows nothing', async (isTTY, reason) => {
    await store().publish(question(1));
    for (const words of [['approve'], ['approve', question(1).id]]) {
      const terminal = fakeTerminal(isTTY);
      (terminal.input as unknown as NodeJS.WritableStream).write('always\nalways\n');
      expect(await sluice(terminal, ...words)).toEqual({
        exitCode: 2,
        screen: '',
        notes: `sluice: sluice approve needs a terminal: ${reason}\n  hint: Run it yourself in a terminal window, without a pipe or redirection.\n`,
      });
    }
    expect(await store().take('s1', 'd1')).toBeUndefined();
  });
});

describe('sluice approvals', () => {
  const grant = () =>
    store().grant([
      {
        toolId: 'mcp__mail__send',
        scope: 'workspace',
        workspace: '/home/ann/site',
        definition: { digest: 'd', upstream: 'npx -y @acme/mail', tool: '{"title":"Send"}' },
        grantedAt: Date.UTC(2026, 10, 30),
        answeredIn: 'client',
      },
    ]);
  const pipe = () => fakeTerminal({ input: false, output: false });

  it('lists what lasts, as lines or JSON, and exports all of it', async () => {
    expect(await sluice(pipe(), 'approvals')).toEqual({
      exitCode: 0,
      screen: 'Nothing is approved to last.\n',
      notes: '',
    });
    const [approval] = await grant();
    expect((await sluice(pipe(), 'approvals', 'list')).screen).toBe(
      `${approval?.id}  mcp__mail__send
  workspace /home/ann/site, since 2026-11-30T00:00:00.000Z, answered in the client
  server: npx -y @acme/mail
`,
    );
    const json = async (...words: string[]) =>
      JSON.parse((await sluice(pipe(), 'approvals', ...words)).screen) as unknown;
    expect(await json('--json')).toEqual([approval]);
    expect(await json('export')).toEqual({
      version: 1,
      approvals: [approval],
      servers: [],
    });
  });

  it('takes one back by its id, and says when there is none', async () => {
    const [approval] = await grant();
    const id = approval?.id ?? '';
    expect(await sluice(pipe(), 'approvals', 'revoke', id)).toEqual({
      exitCode: 0,
      screen: `Revoked ${id}.\n`,
      notes: '',
    });
    expect(await store().approvals()).toEqual([]);
    expect(await sluice(pipe(), 'approvals', 'revoke', id)).toEqual({
      exitCode: 1,
      screen: '',
      notes: `sluice: There is no approval "${id}"\n  hint: sluice approvals lists them.\n`,
    });
    expect((await sluice(pipe(), 'approvals', 'revoke')).exitCode).toBe(2);
    expect((await sluice(pipe(), 'approvals', 'grant')).notes).toBe(
      "sluice: command-argument value 'grant' is invalid for argument 'action'. Allowed choices are list, revoke, export.\n  hint: sluice approvals --help shows its options.\n",
    );
  });
});
