import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserPath, openInBrowser } from './support/browser.js';
import { closeTerminals, hasTerminals, inTerminal } from './support/in-terminal.js';
import { connectClient } from './support/connect-client.js';
import {
  createWorkplace,
  fixtureServer,
  ledgerServer,
  until,
  type Workplace,
} from './support/workplace.js';

let place: Workplace;
beforeEach(() => {
  place = createWorkplace();
});
afterEach(() => {
  closeTerminals();
  return place.close();
});

const id = `q_${'0'.repeat(31)}1`;
const consentFolder = () => join(place.folder, 'state/sluice/consent');

/** A question as a gateway leaves it. */
function leaveQuestion(): void {
  const folder = join(consentFolder(), 'questions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const question = {
    version: 1,
    id,
    digest: 'd1',
    sessionId: 's1',
    workspace: place.folder,
    program: 'return await tools.mail.send({ to: "ann@ours.example" });\u001b[2J',
    tools: [
      {
        id: 'mcp__mail__send',
        server: 'mail',
        name: 'send',
        effect: 'writes',
        args: [{ to: 'ann@ours.example' }],
        definition: { digest: 'd', upstream: 'npx -y @acme/mail', tool: {} },
      },
    ],
    hasDynamic: false,
    scopes: ['once', 'session', 'workspace', 'always'],
    askedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  };
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(question), { mode: 0o600 });
}

const answerFile = () => join(consentFolder(), 'answers', `${id}.json`);
const prompt = 'Type one of these words: ';

describe('sluice approve', () => {
  it.runIf(hasTerminals)('takes the word that is typed in a real terminal', async () => {
    leaveQuestion();
    const terminal = inTerminal(place.sluice('approve'));
    await terminal.shows(prompt);
    expect(terminal.screen()).toContain('May this program use this tool?');
    expect(terminal.screen()).toContain('});\\u001b[2J');
    expect(terminal.screen()).not.toContain('\u001b');
    terminal.type('session\n');
    expect(await terminal.ended).toBe(0);
    expect(JSON.parse(readFileSync(answerFile(), 'utf8'))).toMatchObject({
      decision: 'allow',
      scope: 'session',
      answeredIn: 'terminal',
    });
  });

  it.runIf(hasTerminals).each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['an unfinished word and Ctrl-C', 'always\u0003'],
  ])('takes %s for no answer', async (_, keys) => {
    leaveQuestion();
    const terminal = inTerminal(place.sluice('approve', id));
    await terminal.shows(prompt);
    terminal.type(keys);
    expect(await terminal.ended).toBe(1);
    expect(terminal.screen()).toContain('No answer was given: nothing is approved');
    expect(existsSync(answerFile())).toBe(false);
  });

  it('refuses a pipe and tells it nothing of what waits', async () => {
    leaveQuestion();
    const { exitCode, stdout, stderr } = await place.runVerb(['approve'], 'always\n');
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'sluice: sluice approve needs a terminal: stdin and stdout are none\n  hint: Run it yourself in a terminal window, without a pipe or redirection.\n',
    });
    expect(existsSync(answerFile())).toBe(false);
  });
});

describe('sluice exec', () => {
  const ledgerFile = () => join(place.folder, 'ledger.jsonl');
  const send = 'return await tools.ledger.send({ to: "ann@ours.example" })';
  const words = (code: string, ...more: string[]) => {
    const config = place.writeConfig({ mcpServers: { ledger: ledgerServer(ledgerFile()) } });
    return ['exec', '-e', code, '--config', config, ...more];
  };

  it.runIf(hasTerminals)('asks the person at a real terminal, and runs by their word', async () => {
    const terminal = inTerminal(place.sluice(...words(send)));
    await terminal.shows(prompt);
    expect(existsSync(ledgerFile())).toBe(false);
    expect(terminal.screen()).toContain(`May this program use this tool?

1. mcp__ledger__send "Send a mail": changes things, says its server`);
    expect(terminal.screen()).toContain('   with {"to":"ann@ours.example"}\n');
    expect(terminal.screen()).toContain(`    1 | ${send}`);
    expect(terminal.screen()).not.toContain('  session ');
    terminal.type('once\n');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('send done');
    expect(readFileSync(ledgerFile(), 'utf8')).toBe('["send",{"to":"ann@ours.example"}]\n');
  });

  it.runIf(hasTerminals).each([
    ['refuse', 'refuse\n'],
    ['Ctrl-D', '\u0004'],
    ['Ctrl-C', '\u0003'],
    ['words that were not offered', 'y\nsession\nyes\n'],
  ])('takes %s for no', async (_, keys) => {
    const terminal = inTerminal(place.sluice(...words(send)));
    await terminal.shows(prompt);
    terminal.type(keys);
    expect(await terminal.ended).not.toBe(0);
    expect(terminal.screen()).not.toContain('send done');
    expect(existsSync(ledgerFile())).toBe(false);
    const questions = join(consentFolder(), 'questions');
    expect(existsSync(questions) ? readdirSync(questions) : []).toEqual([]);
  });

  it.runIf(hasTerminals)('shows no form of the program itself', async () => {
    const ask = 'return await ask("Really?", { type: "boolean" }).catch(({ code }) => code)';
    const terminal = inTerminal(place.sluice(...words(ask)));
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('NOT_AVAILABLE');
  });

  it.each([[[]], [['--json']]])('asks nobody in a pipe %j', async (more) => {
    const { exitCode, stdout, stderr } = await place.runVerb(words(send, ...more), 'always\n');
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain('POLICY_NEEDS_APPROVAL');
    expect(stdout + stderr).not.toContain(prompt);
    expect(existsSync(ledgerFile())).toBe(false);
  });
});

describe.each(['daemon', 'http-host'] as const)('the approval page of the %s', (host) => {
  it('takes an answer from who has the link, and nothing from who has the API key', async () => {
    leaveQuestion();
    const { key, url, output } = await place.startHttp(place.writeConfig({}), host);
    const page = new URL('/approve', url);
    const link = await until(() => /approve#([\w-]{43})/.exec(output().stderr)?.[1]);
    const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams(fields);
      const answer = await fetch(page, {
        method: 'POST',
        body,
        headers: { origin: page.origin, ...headers },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const withKey = { authorization: `Bearer ${key}` };
    for (const secret of [key, '', 'x'.repeat(43)])
      expect((await post({ secret, key: secret, do: 'list' }, withKey)).status).toBe(403);
    expect((await (await fetch(page)).text()).includes('mcp__mail__send')).toBe(false);

    const entered = await post({ secret: link });
    expect(entered.text).toContain('mcp__mail__send');
    const pageKey = /name="key" value="([\w-]{43})"/.exec(entered.text)?.[1] ?? '';
    const fields = { key: pageKey, do: 'answer', question: id, decision: 'once' };
    expect((await post(fields, { origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect(existsSync(answerFile())).toBe(false);
    expect((await post(fields)).text).toContain('Allowed.');
    expect(JSON.parse(readFileSync(answerFile(), 'utf8'))).toMatchObject({
      scope: 'once',
      answeredIn: 'page',
    });
    // The link is used up; the next one was told.
    expect((await post({ secret: link })).status).toBe(403);
    await until(() => output().stderr.match(/approve#/g)?.length === 2 || undefined);
  });
});

describe.runIf(browserPath)('the approval page in a real browser', () => {
  it('enters by its link alone: the secret leaves the address, and the form is taken for ours', async () => {
    leaveQuestion();
    const { output } = await place.startHttp(place.writeConfig({}));
    const link = await until(() => /http:\S+approve#\S+/.exec(output().stderr)?.[0]);
    const shown = await openInBrowser(link, place.folder);
    expect(shown).toContain('<h1>What waits for you</h1>');
    expect(shown).toContain('mcp__mail__send');
    expect(shown).not.toContain(link.split('#')[1]);
    expect(await openInBrowser(link, place.folder)).toContain('This link was used already');
  }, 60_000);
});

describe('a client that cannot ask', () => {
  const echo = (value: string) =>
    `return await tools.files.echo({ value: ${JSON.stringify(value)} })`;
  const open = async () => {
    const config = place.writeConfig({ mcpServers: { files: fixtureServer('ok') } });
    const client = await connectClient('v1', {
      kind: 'stdio',
      launch: place.sluice('--config', config),
    });
    const run = (code: string) => client.call('run_code', { code });
    /** Answers what waits, in a terminal of the person's own. */
    const approve = async (word: string) => {
      const terminal = inTerminal(place.sluice('approve'));
      await terminal.shows(prompt);
      terminal.type(`${word}\n`);
      expect(await terminal.ended).toBe(0);
      return terminal.screen();
    };
    return { config, client, run, approve };
  };

  it.runIf(hasTerminals)(
    'is told the way out; what a person allows in a terminal runs, once, and no other program',
    async () => {
      const { client, run, approve } = await open();
      const refused = await run(echo('one'));
      expect(refused.isError).toBe(true);
      expect(refused.texts.join('\n')).toContain('sluice approve');
      const screen = await approve('once');
      expect(screen).toContain('mcp__files__echo');
      expect(screen).toContain(`with {"value":"one"}`);
      expect((await run(echo('two'))).isError).toBe(true);
      const answered = await run(echo('one'));
      expect([answered.isError, answered.texts[0]]).toEqual([
        false,
        expect.stringContaining('one'),
      ]);
      expect((await run(echo('one'))).isError).toBe(true);
      await client.close();
    },
  );

  it.runIf(hasTerminals)(
    'runs what is approved for the folder until that is revoked, and past calls can be simulated',
    async () => {
      const { config, client, run, approve } = await open();
      await run(echo('one'));
      await approve('workspace');
      expect((await run(echo('one'))).isError).toBe(false);
      expect((await run(echo('two'))).isError).toBe(false);
      const listed = await place.runVerb(['approvals', '--json']);
      const [approval] = JSON.parse(listed.stdout) as { id: string; toolId: string }[];
      expect(approval?.toolId).toBe('mcp__files__echo');
      expect((await place.runVerb(['approvals', 'revoke', approval?.id ?? ''])).exitCode).toBe(0);
      expect((await run(echo('two'))).isError).toBe(true);
      await client.close();

      const rules = join(place.folder, 'rules.json');
      writeFileSync(
        rules,
        JSON.stringify({ policy: [{ match: 'mcp__files__*', action: 'deny' }] }),
      );
      const simulated = await place.runVerb([
        'policy',
        'simulate',
        '--policy',
        rules,
        '--config',
        config,
      ]);
      expect(simulated.stdout).toContain('mcp__files__echo (2 calls): ask becomes deny');
    },
  );
});
