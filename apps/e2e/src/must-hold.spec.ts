import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { createWorkplace, fixtureServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let client: TestClient;
let other: TestClient;
let remote: TestClient;

beforeAll(async () => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: { fixture: fixtureServer('ok') },
    policy: [{ match: '*', action: 'allow' }],
  });
  const launch = workplace.sluice('--config', config);
  const daemon = await workplace.startHttp(config);
  client = await connectClient('v2 auto', { kind: 'stdio', launch });
  other = await connectClient('v1', { kind: 'http', ...daemon });
  remote = await connectClient('v2 modern', { kind: 'http', ...daemon });
});
afterAll(async () => {
  for (const one of [client, other, remote]) await one.close();
  await workplace.close();
});

/** The value of a program that must complete. */
async function valueOf(code: string, data?: unknown, by = client): Promise<string> {
  const { texts, isError } = await by.call('run_code', { code, data });
  expect({ isError, said: isError ? texts : [] }).toEqual({ isError: false, said: [] });
  return texts[0] ?? '';
}

describe('calls in Promise.all', () => {
  it('overlap: four of a second each take less than one after the other', async () => {
    const code = `
      await fixture.echo({});
      const started = performance.now();
      await Promise.all([1, 2, 3, 4].map(() => fixture.sleep({ ms: 1000 })));
      return Math.round(performance.now() - started)`;
    const elapsedMs = Number(await valueOf(code));
    expect(elapsedMs).toBeGreaterThanOrEqual(990);
    expect(elapsedMs).toBeLessThan(4000);
  });
});

describe('a large result', () => {
  it('of 18 MB reaches the program, and only its answer reaches the client', async () => {
    const bytes = 18 * 1024 * 1024;
    const { texts, isError } = await client.call('run_code', {
      code: 'const text = await fixture.big({ bytes: data });\nreturn text.length',
      data: bytes,
    });
    expect([isError, texts[0]]).toEqual([false, String(bytes)]);
    expect(texts.slice(1).join('\n')).toMatch(
      /^1 call in \d+ ms: #\d+ fixture\.big 19 MB \d+ ms; 19 MB stayed out of the conversation$/,
    );
  });
});

describe('integers beyond 2^53', () => {
  it('arrive as BigInt and leave with all their digits', async () => {
    const code = `
      const { id, list } = await fixture.digits();
      const sent = await fixture.arguments_text({ id: id + 2n });
      return { types: [typeof id, typeof list[0]], id, list, sent }`;
    expect(await valueOf(code)).toBe(
      '{"types":["bigint","bigint"],"id":9007199254740993,"list":[-123456789012345678901234567890],"sent":"as sent: {\\"id\\":9007199254740995}"}',
    );
  });
});

describe('media', () => {
  it('reach the program as handles, not as base64', async () => {
    expect(JSON.parse(await valueOf('return await fixture.image()'))).toEqual({
      text: 'one pixel',
      content: [
        { type: 'text', text: 'one pixel' },
        {
          type: 'image',
          mimeType: 'image/png',
          sizeBytes: 67,
          ref: expect.stringMatching(/^res_[0-9a-f]{32}$/) as string,
        },
      ],
    });
  });

  it('that a program emits reach the client as a block of their own', async () => {
    const code =
      'const { content } = await fixture.image({}, { raw: true });\nemit(content[1]);\nreturn "see the image"';
    for (const by of [client, other, remote]) {
      const { content, isError } = await by.call('run_code', { code });
      expect([isError, content.map(({ type }) => type)]).toEqual([
        false,
        ['text', 'image', 'text'],
      ]);
      expect(content[0]).toEqual({ type: 'text', text: 'see the image' });
      expect(content[1]).toMatchObject({ mimeType: 'image/png' });
      const { data } = content[1] as unknown as { data: string };
      expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
    }
  });
});

describe('runs at the same time', () => {
  it('of several clients keep their values, logs and calls apart', async () => {
    const code = `
      globalThis.mark = data;
      console.log(\`log of \${data}\`);
      const values: string[] = [];
      for (let n = 0; n < 5; n++) {
        const { value } = await fixture.echo({ value: \`\${data}-\${n}\` });
        await fixture.sleep({ ms: 20 });
        values.push(value);
      }
      return { mark: globalThis.mark, values }`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const by = [client, other, remote];
    const answers = await Promise.all(
      names.map((data, index) =>
        (by[index % by.length] as TestClient).call('run_code', { code, data }),
      ),
    );
    answers.forEach(({ texts }, index) => {
      const name = names[index] as string;
      expect(JSON.parse(texts[0] ?? '')).toEqual({
        mark: name,
        values: [0, 1, 2, 3, 4].map((n) => `${name}-${n}`),
      });
      expect(texts[1]).toMatch(/^10 calls in \d+ ms: /);
      expect(texts[1]?.split('\n').slice(1)).toEqual(['log:', `log of ${name}`]);
    });
  });

  it('leave nothing behind for the next one', async () => {
    await valueOf('globalThis.leftover = 1; Object.prototype.leftover = 2; return 0');
    expect(await valueOf('return [typeof globalThis.leftover, typeof ({} as any).leftover]')).toBe(
      '["undefined","undefined"]',
    );
  });
});

describe('a big log', () => {
  it('of 60 MB never keeps the answer from arriving, and is counted', async () => {
    const code =
      'for (let i = 0; i < 60; i++) console.log("x".repeat(1_000_000));\nconsole.log("the end");\nreturn "done"';
    const { texts, isError } = await client.call('run_code', { code });
    expect({ isError, texts }).toEqual({
      isError: false,
      texts: [
        'done',
        'log (60 earlier lines, 60 MB, left out; 59 MB of them were beyond sandbox.maxLogBytes):\nthe end',
      ],
    });
  });
});
