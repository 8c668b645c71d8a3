import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasTerminals, inTerminal } from './support/in-terminal.js';
import { createWorkplace, until, type Workplace } from './support/workplace.js';

let place: Workplace;
beforeEach(() => {
  place = createWorkplace();
});
afterEach(() => place.close());

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
