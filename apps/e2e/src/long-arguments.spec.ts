import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkplace, until, type Workplace } from './support/workplace.js';

const long = '12345678901234567890';
const odd = '9007199254740993';
let workplace: Workplace;
let config: string;
beforeAll(() => {
  workplace = createWorkplace();
  const script = fileURLToPath(new URL('./fixtures/data-upstream.mjs', import.meta.url));
  config = workplace.writeConfig({
    mcpServers: { stats: { command: process.execPath, args: [script, 'stats'] } },
    policyDefault: 'allow',
    expose: ['code', 'results', 'direct', 'jsmcp'],
  });
});
afterAll(() => workplace.close());

const request = (id: number, method: string, params: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const initialize = request(
  1,
  'initialize',
  '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}',
);
const call = (id: number, name: string, args: string) =>
  request(id, 'tools/call', `{"name":"${name}","arguments":${args}}`);
const text = (answer: string) =>
  (JSON.parse(answer) as { result: { content: { text: string }[] } }).result.content[0]?.text;

/** Answers to messages whose text is ours, to the last digit. */
type Ask = (message: string) => Promise<string>;

async function overStdio(use: (ask: Ask) => Promise<void>) {
  const { command, args, env } = workplace.sluice('--config', config);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ask: Ask = (message) => {
    const { id } = JSON.parse(message) as { id: number };
    child.stdin.write(`${message}\n`);
    const lines = () => output.split('\n').slice(0, -1);
    return until(
      () => lines().find((line) => (JSON.parse(line) as { id?: number }).id === id),
      () => output,
    );
  };
  await ask(initialize);
  await use(ask);
  child.stdin.end();
  await once(child, 'exit');
}

async function overHttp(use: (ask: Ask) => Promise<void>) {
  const { url, key } = await workplace.startHttp(config);
  let session: string | undefined;
  const ask: Ask = async (message) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
      },
      body: message,
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const body = await response.text();
    return (
      body
        .split('\n')
        .findLast((line) => line.startsWith('data: '))
        ?.slice(6) ?? body
    );
  };
  await ask(initialize);
  await use(ask);
}

describe.each([
  ['stdio', overStdio],
  ['http', overHttp],
])('integers beyond 2^53 that a client sends over %s', (_, over) => {
  it('reach programs and upstreams with all digits', async () => {
    await over(async (ask) => {
      const data = `{"ids":[${long},-${odd}],"text":"${long}"}`;
      const code = 'return [String(data.ids[0]), String(data.ids[1]), data.text]';
      const program = `{"code":${JSON.stringify(code)},"data":${data}}`;
      expect(text(await ask(call(2, 'run_code', program)))).toBe(`["${long}","-${odd}","${long}"]`);
      expect(text(await ask(call(3, 'execute_code', program)))).toContain(`"-${odd}"`);

      const keep = '{"code":"return await results.keep([1])"}';
      const ref = text(await ask(call(4, 'run_code', keep)));
      const pipe = `{"ref":"${ref}","tool":"mcp__stats__digits","mapping":{},"arguments":{"values":[${odd}]}}`;
      expect(text(await ask(call(5, 'pipe_result', pipe)))).toBe(`[${odd}]`);
      expect(text(await ask(call(6, 'stats_digits', `{"values":[${long}]}`)))).toBe(`[${long}]`);
    });
  });
});

it('an integer that nobody could keep is refused, not rounded', async () => {
  await overStdio(async (ask) => {
    const data = '7'.repeat(2002);
    expect(JSON.parse(await ask(call(2, 'run_code', `{"code":"1","data":${data}}`)))).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: {
        code: -32602,
        message: expect.stringMatching(
          /^An integer in the JSON text has more than 2000 digits, at position \d+$/,
        ) as string,
      },
    });
  });
});
