import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { ConsentQuestion } from '@sluice/contracts';
import { fakeClock, memoryConsentStore, memoryLogger } from '@sluice/contracts/testing';
import { presentQuestion } from '@sluice/gateway';
import { afterEach, describe, expect, it } from 'vitest';
import { startApprovalPage } from './start-approval-page.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function setUp() {
  const clock = fakeClock();
  const logger = memoryLogger();
  const consents = memoryConsentStore(clock);
  const page = await startApprovalPage({ consents, clock, logger });
  closers.push(page.close);
  const { origin, pathname, hash } = new URL(page.link);
  const url = `${origin}${pathname}`;
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(url, { method: 'POST', headers: { origin, ...headers }, body: form(fields) });
  const enter = async () => keyIn((await post({ secret: hash.slice(1) })).text);
  const ask = (more: Partial<ConsentQuestion> = {}) =>
    consents.publish({
      id: `q_${'1'.repeat(32)}`,
      digest: 'd1',
      sessionId: 's1',
      workspace: '/home/ann/site',
      program: 'return "<script>alert(1)</script>";',
      tools: [
        {
          id: 'mcp__mail__send',
          server: 'mail',
          name: 'send',
          title: '"><img src=x onerror=alert(1)>',
          effect: 'destroys',
          definition: { digest: 'd', upstream: 'npx -y @acme/mail', tool: '{}' },
        },
      ],
      hasDynamic: true,
      scopes: ['once', 'session', 'workspace', 'always'],
      askedAt: clock.now(),
      expiresAt: clock.now() + 300_000,
      ...more,
    });
  return { clock, logger, consents, page, origin, url, secret: hash.slice(1), post, enter, ask };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Raw HTTP, so that Host and Origin are ours to set. */
function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = httpRequest(
        url,
        {
          method,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const keyIn = (text: string) => /name="key" value="([\w-]{43})"/.exec(text)?.[1] ?? '';
/** What a browser makes of the text. */
const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe('the approval page', () => {
  it('has its secret behind the #, where no server and no log sees it', async () => {
    const { page } = await setUp();
    expect(page.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/approve#[\w-]{43}$/);
  });

  it('shows the question as it is shown everywhere, with each choice and none taken', async () => {
    const { ask, enter, post } = await setUp();
    const question = await ask();
    const key = await enter();
    const { status, text } = await post({ key, do: 'show', question: question.id });
    expect(status).toBe(200);
    const shown = /<pre>(.*)<\/pre>/s.exec(text)?.[1]?.replace(/<\/?span>/g, '') ?? '';
    expect(unescaped(shown)).toBe(`${presentQuestion(question)}\n`);
    expect(text).not.toMatch(/<script|<img/);
    expect([...text.matchAll(/name="decision" value="(\w+)"/g)].map(([, word]) => word)).toEqual([
      'once',
      'session',
      'workspace',
      'always',
      'refuse',
    ]);
    expect(text).not.toMatch(/checked|selected|autofocus/);
  });

  it.each([
    ['once', { decision: 'allow', scope: 'once' }, 'Allowed.'],
    ['always', { decision: 'allow', scope: 'always' }, 'Allowed.'],
    ['refuse', { decision: 'refuse', reason: 'declined' }, 'Refused.'],
  ])('takes the answer %s for the question that was shown', async (decision, answer, said) => {
    const { ask, enter, post, consents } = await setUp();
    const { id } = await ask();
    const key = await enter();
    expect((await post({ key, do: 'answer', question: id, decision })).text).toContain(said);
    expect(await consents.take('s1', 'd1')).toEqual({ answer, answeredIn: 'page' });
  });

  it.each(['', 'yes', 'Once', 'all', '__proto__'])('takes %j for no answer', async (decision) => {
    const { ask, enter, post, consents } = await setUp();
    const { id } = await ask();
    const { status } = await post({ key: await enter(), do: 'answer', question: id, decision });
    expect(status).toBe(400);
    expect(await consents.pending()).toHaveLength(1);
  });

  it('says so when the question was answered elsewhere', async () => {
    const { ask, enter, post, consents } = await setUp();
    const { id } = await ask();
    await consents.answer(id, { decision: 'refuse', reason: 'declined' }, 'terminal');
    const key = await enter();
    const forms: Record<string, string>[] = [{ do: 'show' }, { do: 'answer', decision: 'once' }];
    for (const fields of forms)
      expect((await post({ key, question: id, ...fields })).text).toContain(
        'That question does not wait any more',
      );
    expect((await consents.take('s1', 'd1'))?.answer.decision).toBe('refuse');
  });

  it('lets one browser in with one link, once', async () => {
    const { post, secret } = await setUp();
    expect(keyIn((await post({ secret })).text)).toHaveLength(43);
    const again = await post({ secret });
    expect([again.status, keyIn(again.text)]).toEqual([403, '']);
    expect(again.text).toContain('This link was used already');
  });

  it('shows a server that waits with its command line, and takes the answer', async () => {
    const { ask, enter, post, consents } = await setUp();
    const shown = { command: ['npx', '<b>'], env: [], headers: [], variables: [], files: [] };
    const server = { name: 'p', origin: 'project', file: '/p/s.json', digest: 'd', shown } as const;
    const { id } = await ask({
      program: '',
      tools: [],
      servers: [server],
      scopes: ['session', 'always'],
    });
    const key = await enter();
    expect((await post({ key, do: 'list' })).text).toContain('to start: p, from /p/s.json');
    const { text } = await post({ key, do: 'show', question: id });
    expect(text).toContain('<h1>May this server start?</h1>');
    expect(text).not.toContain('<b>');
    expect(unescaped(text)).toContain('command line: "npx" "<b>"');
    const given = await post({ key, do: 'answer', question: id, decision: 'always' });
    expect(given.text).toContain('Allowed. It starts within a few seconds.');
    expect(await consents.take('s1', 'd1')).toEqual({
      answer: { decision: 'allow', scope: 'always' },
      answeredIn: 'page',
    });
  });

  it('shows and takes nothing without a key, with a wrong one, or with the secret in its place', async () => {
    const { ask, post, secret, consents } = await setUp();
    const { id } = await ask();
    const forms: Record<string, string>[] = [
      { do: 'list' },
      { do: 'show', question: id },
      { do: 'answer', question: id, decision: 'always' },
    ];
    for (const key of ['', 'x'.repeat(43), secret])
      for (const fields of forms) {
        const { status, text } = await post({ key, ...fields });
        expect(status).toBe(403);
        expect(text).not.toContain('mcp__mail__send');
      }
    expect(await consents.take('s1', 'd1')).toBeUndefined();
  });

  it('closes for a key that was not used for half an hour', async () => {
    const { clock, enter, post } = await setUp();
    const key = await enter();
    clock.advance(30 * 60_000);
    expect((await post({ key, do: 'list' })).status).toBe(200);
    clock.advance(30 * 60_000 + 1);
    expect((await post({ key, do: 'list' })).status).toBe(403);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['the origin null', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['another name of this machine', { origin: 'http://localhost' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port, says the browser', { 'sec-fetch-site': 'same-site' }],
    ['a foreign host', { host: 'evil.example' }],
    ['a host that only begins like ours', { host: '127.0.0.1.evil.example' }],
  ])('takes no form from %s, whatever key it has', async (_, headers) => {
    const { ask, enter, post, consents } = await setUp();
    const { id } = await ask();
    const key = await enter();
    const fields = { key, do: 'answer', question: id, decision: 'always' };
    expect((await post(fields, headers)).status).toBe(403);
    expect(await consents.take('s1', 'd1')).toBeUndefined();
  });

  it('takes forms only, and small ones', async () => {
    const { enter, post, url, origin } = await setUp();
    const key = await enter();
    expect((await post({ key, do: 'everything' })).status).toBe(400);
    expect((await post({ key, do: 'list' }, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await post({ key, do: 'list', more: 'x'.repeat(20_000) })).status).toBe(400);
    expect((await send(url, { method: 'PUT', headers: { origin } })).status).toBe(405);
    expect((await send(`${origin}/`)).status).toBe(404);
  });

  it('loads nothing, runs its own script only, and stands in no frame', async () => {
    const { url, enter, post } = await setUp();
    const entry = await send(url);
    const listed = await post({ key: await enter(), do: 'list' });
    for (const { headers, text } of [entry, listed]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('set-cookie');
      expect(text).not.toMatch(/(?:src|href)=/);
    }
    const policy = String(entry.headers['content-security-policy']);
    for (const element of ['script', 'style']) {
      const inside = new RegExp(`<${element}>(.*)</${element}>`, 's').exec(entry.text)?.[1] ?? '';
      const digest = createHash('sha256').update(inside).digest('base64');
      expect(policy).toContain(`${element}-src 'sha256-${digest}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; .*form-action 'self'; base-uri 'none'; frame-/);
  });

  it('says that the questions cannot be read, and not why, which the log has', async () => {
    const { consents, enter, post, logger } = await setUp();
    const key = await enter();
    consents.pending = () => Promise.reject(new Error('Cannot trust the folder /secret/place'));
    const { status, text } = await post({ key, do: 'list' });
    expect(status).toBe(500);
    expect(text).toContain('The questions could not be read; the log of Sluice has the reason.');
    expect(text).not.toContain('/secret/place');
    expect(logger.lines.at(-1)?.fields['reason']).toBe('Cannot trust the folder /secret/place');
  });
});
