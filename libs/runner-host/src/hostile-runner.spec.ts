import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLiarFolder } from './fixtures/liar.js';
import { createTestRunner, runProgram } from './fixtures/run-program.js';
import type { RunProgramOptions } from './fixtures/run-program.js';
import { untilLiving } from './fixtures/until-living.js';

const liars = createLiarFolder();
afterAll(() => liars.remove());
afterEach(() => untilLiving(0));

const runAt = async (runnerUrl: URL, options?: RunProgramOptions) => {
  const runner = createTestRunner({ runnerUrl, layers: {} });
  const run = await runProgram(runner, 'return 1', options);
  await runner.close();
  return run;
};
const runLiar = (script: string, options?: RunProgramOptions) =>
  runAt(liars.write(script), options);

const broke = (problem: string | RegExp) => ({
  kind: 'stopped',
  code: 'RUN_PROTOCOL',
  message:
    typeof problem === 'string'
      ? `The run was stopped because its runner broke the protocol: ${problem}`
      : expect.stringMatching(problem),
});

describe('a runner that lies', () => {
  it.each<[string, string, string | RegExp]>([
    ['an unknown kind', 'send(200, "{}")', 'The runner sent a frame of the unknown kind 200'],
    ['a message of the host', 'send(65, "{}")', 'The runner sent a frame of the unknown kind 65'],
    ['ready twice', 'ready()', 'it sent ready during a run'],
    [
      'an answer nobody asked for',
      'send(10, \'{"id":1,"walls":[]}\')',
      'it sent probe-end during a run',
    ],
    ['a value that is no JSON', 'send(8, "{bad")', /broke the protocol: Expected property name/],
    ['a value that is no UTF-8', 'raw(Uint8Array.of(1, 0, 0, 0, 8, 0xff))', /broke the protocol: /],
    [
      'a value nested without end',
      'send(8, "[".repeat(1e6) + "]".repeat(1e6))',
      'its run-end is nested too deeply',
    ],
    [
      'arguments nested without end',
      `send(2, '{"id":1,"toolId":"x","args":{"a":' + "[".repeat(1e6) + "]".repeat(1e6) + "}}")`,
      'its call-start is nested too deeply',
    ],
    ['a call without a tool', 'send(2, \'{"id":1,"args":{}}\')', 'toolId is no text'],
    [
      'ids that do not count up',
      'send(4, \'{"id":2,"toolId":"x"}\'); send(4, \'{"id":2,"toolId":"x"}\')',
      'its request 2 does not count up',
    ],
    ['a log that is none', 'send(5, "[]")', 'log is no object'],
    [
      'a file whose text is longer than all of it',
      'send(11, "\\u0010\\0\\0\\0{}")',
      'its text is longer than it may be',
    ],
    ['a file without a name', `send(11, '\\u0008\\0\\0\\0{"id":1}BYTES')`, 'name is no text'],
    [
      'a file that is described without end',
      'send(11, "\\0\\u0010\\0\\0" + "[".repeat(4096))',
      'its save-start is nested too deeply',
    ],
    ['a wish to read nothing', 'send(12, \'{"id":1}\')', 'name is no text'],
    ['garbage', 'raw(new TextEncoder().encode("GET / HTTP/1.1\\r\\n\\r\\n"))', /unknown kind/],
    [
      'lines as other protocols have them',
      'raw(new TextEncoder().encode(\'{"jsonrpc":"2.0","id":1,"result":"SPOOFED"}\\n\'))',
      /unknown kind/,
    ],
  ])('by sending %s is stopped', async (_, script, problem) => {
    const { end, calls } = await runLiar(`await start(); ${script}`);
    expect(end).toEqual(broke(problem));
    expect(calls).toEqual([]);
  });

  it('about the size of a frame is stopped before anything is kept', async () => {
    const { end } = await runLiar('await start(); raw(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 8))');
    expect(end).toMatchObject({
      code: 'RUN_OUTPUT_LIMIT',
      message: 'The program was stopped: its value is larger than 33554432 bytes',
    });
    const file = await runLiar('await start(); raw(Uint8Array.of(0xff, 0xff, 0xff, 0x7f, 11))');
    expect(file.end).toMatchObject({
      code: 'RUN_OUTPUT_LIMIT',
      message: 'The program was stopped: it saved a file of more than 1048576 bytes',
    });
    const call = await runLiar('await start(); raw(Uint8Array.of(0xff, 0xff, 0xff, 0x7f, 2))');
    expect(call.end).toMatchObject({
      code: 'RUN_OUTPUT_LIMIT',
      message: 'The program was stopped: its call-start is larger than 33554432 bytes',
    });
  });

  it('is not heard after its end', async () => {
    const { end, logs, calls } = await runLiar(
      `await start(); send(8, "1"); send(8, "2"); send(5, '{"entries":[{"level":"log","text":"late"}]}'); send(2, '{"id":1,"toolId":"x","args":{}}')`,
    );
    expect(end).toEqual({ kind: 'value', json: '1', sizeBytes: 1 });
    expect(logs).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('by flooding stdout without end is stopped by the time limit, and the host stays awake', async () => {
    let ticks = 0;
    const ticker = setInterval(() => (ticks += 1), 5);
    const { end, logs, unsent } = await runLiar(
      `await start(); const text = '{"entries":[{"level":"log","text":"' + "x".repeat(100) + '"}]}'; for (;;) send(5, text)`,
      { limits: { timeoutMs: 700, maxLogBytes: 10_000 } },
    );
    clearInterval(ticker);
    expect(end).toMatchObject({ code: 'RUN_TIMEOUT' });
    expect(logs.length).toBeLessThan(310);
    expect(unsent?.lines).toBeGreaterThan(1000);
    expect(ticks).toBeGreaterThan(10);
  });

  it('by writing one byte at a time is still heard', async () => {
    const { end } = await runLiar(
      'await start(); const frame = [3, 0, 0, 0, 8, 0x22, 0x78, 0x22]; for (const byte of frame) { raw(Uint8Array.of(byte)); await new Promise((r) => setTimeout(r, 2)); }',
    );
    expect(end).toEqual({ kind: 'value', json: '"x"', sizeBytes: 3 });
  });

  it('by filling stderr is no problem', async () => {
    const { end } = await runLiar(
      'await start(); for (let i = 0; i < 5000; i++) console.error("e".repeat(1000)); send(8, "1")',
    );
    expect(end).toMatchObject({ kind: 'value', json: '1' });
  });

  it.each([
    ['Deno.exit(0)', 'exit code 0'],
    ['Deno.exit(7)', 'exit code 7'],
    ['Deno.kill(Deno.pid, "SIGTERM")', 'signal SIGTERM'],
    ['raw(Uint8Array.of(9, 0, 0)); Deno.exit(0)', 'exit code 0'],
  ])('by going away in the middle is told apart: %s', async (script, how) => {
    expect((await runLiar(`await start(); ${script}`)).end).toEqual({
      kind: 'stopped',
      code: 'RUN_EXITED',
      message: `The runner ended with ${how} before the program was done`,
    });
  });

  it('by stopping itself is ended by the time limit', async () => {
    const { end } = await runLiar('await start(); Deno.kill(Deno.pid, "SIGSTOP")', {
      limits: { timeoutMs: 400 },
    });
    expect(end).toMatchObject({ code: 'RUN_TIMEOUT' });
  });
});

describe('a runner that does not start', () => {
  it('because it is of another release is named', async () => {
    expect((await runLiar('send(1, \'{"version":99}\')')).end).toEqual({
      kind: 'stopped',
      code: 'RUNNER_START',
      message: 'Cannot start a runner: it speaks version 99 of the protocol, and 1 was wanted',
      hint: 'The runner bundle is of another release: install Sluice afresh.',
    });
  });

  it('because the bundle is no runner is named', async () => {
    expect((await runLiar('raw(new TextEncoder().encode("hello world"))')).end).toEqual({
      kind: 'stopped',
      code: 'RUNNER_START',
      message:
        'Cannot start a runner: what Deno runs is no runner of Sluice (The runner sent a frame of the unknown kind 111)',
      hint: 'Install Sluice afresh.',
    });
  });

  it('because it ends at once shows what Deno said', async () => {
    expect(
      (await runLiar('console.error("error: no such flag\\nmore"); Deno.exit(3)')).end,
    ).toEqual({
      kind: 'stopped',
      code: 'RUNNER_START',
      message: 'Cannot start a runner: Deno ended with exit code 3: error: no such flag',
      hint: 'Run sluice doctor. Sluice is made for Deno 2.9; an older one may not know its flags.',
    });
  });

  it('because the bundle is missing is named', async () => {
    expect((await runAt(new URL('file:///nowhere/runner.mjs'))).end).toMatchObject({
      code: 'RUNNER_START',
      message: expect.stringMatching(
        /^Cannot start a runner: Deno ended with exit code 1: .*nowhere/,
      ),
    });
  });

  it('can be cancelled while it starts', async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 100);
    expect((await runLiar('', { signal: cancel.signal })).end).toMatchObject({
      code: 'RUN_CANCELLED',
    });
  });
});
