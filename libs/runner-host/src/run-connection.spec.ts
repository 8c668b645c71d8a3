import type { CallReply, ProgramHost, RunEnd, RunLimits } from '@sluice/contracts';
import { fakeClock } from '@sluice/contracts/testing';
import { encodeFrame } from '@sluice/runner-protocol';
import type { MessageName } from '@sluice/runner-protocol';
import { describe, expect, it } from 'vitest';
import { createRunConnection } from './run-connection.js';
import type { RunConnectionOptions } from './run-connection.js';

const limits: RunLimits = {
  timeoutMs: 1000,
  heapMb: 64,
  memoryMb: 128,
  maxCalls: 100,
  maxParallelCalls: 4,
  maxValueBytes: 100_000_000,
  maxLogBytes: 1000,
  maxFileBytes: 1000,
};

/** A connection over wires that a test holds. */
function connect(
  host: Partial<ProgramHost> = {},
  bounds: Partial<RunConnectionOptions['bounds']> = {},
  runLimits: Partial<RunLimits> = {},
) {
  const clock = fakeClock();
  const seen = {
    written: 0,
    paused: false,
    unreadBytes: 0,
    ends: [] as RunEnd[],
    logs: [] as string[],
  };
  let drained: () => void = () => undefined;
  const connection = createRunConnection({
    request: { program: '', data: null, servers: [], limits: { ...limits, ...runLimits } },
    clock,
    host: {
      call: async () => ({ ok: true, value: null }),
      search: async () => '',
      describe: async () => undefined,
      ask: async () => ({ ok: true, value: null }),
      recall: async () => ({ ok: true, json: 'null', isWire: false }),
      select: async () => ({ ok: true, json: 'null', isWire: false }),
      keep: async () => ({ ok: true, value: '' }),
      saveFile: async () => ({ ok: true, path: '' }),
      readFile: async () => ({ ok: true, bytes: new Uint8Array(0) }),
      readMedia: async () => ({ ok: true, bytes: new Uint8Array(0) }),
      log: ({ text }) => void seen.logs.push(text),
      logUnsent: () => undefined,
      progress: () => undefined,
      emit: () => undefined,
      ...host,
    },
    bounds: { maxOutputBytes: 1e9, maxFrames: 1e6, ...bounds },
    wire: {
      get unreadBytes() {
        return seen.unreadBytes;
      },
      write: () => void (seen.written += 1),
      onceDrained: (listener) => void (drained = listener),
      pause: () => void (seen.paused = true),
      resume: () => void (seen.paused = false),
    },
    onEnd: (end) => seen.ends.push(end),
  });
  connection.start();
  const send = (name: MessageName, payload: unknown) => {
    for (const part of encodeFrame(name, JSON.stringify(payload))) connection.push(part);
  };
  return { connection, clock, seen, send, drain: () => drained() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const call = (id: number, args = {}) => ({ id, toolId: 'mcp__a__b', args });

describe('createRunConnection()', () => {
  it('reads no further while a lot is unanswered, and goes on when it is answered', async () => {
    const replies: ((reply: CallReply) => void)[] = [];
    const { seen, send } = connect({ call: () => new Promise((resolve) => replies.push(resolve)) });
    const args = { text: 'x'.repeat(40_000_000) };
    send('call-start', call(1, args));
    expect(seen.paused).toBe(false);
    send('call-start', call(2, args));
    expect(seen.paused).toBe(true);
    replies[0]?.({ ok: true, value: null });
    await settle();
    expect(seen.paused).toBe(false);
  });

  it('holds calls back while the runner does not read, and passes them on when it does', async () => {
    let calls = 0;
    const { seen, send, drain } = connect({
      call: async () => {
        calls += 1;
        return { ok: true, value: null };
      },
    });
    seen.unreadBytes = 40_000_000;
    send('call-start', call(1));
    send('call-start', call(2));
    await settle();
    expect(calls).toBe(0);
    seen.unreadBytes = 0;
    drain();
    await settle();
    expect(calls).toBe(2);
  });

  it('works on 256 requests at a time, in order, and reads no further while it does', async () => {
    const replies: ((reply: CallReply) => void)[] = [];
    const { seen, send } = connect(
      { call: () => new Promise((resolve) => replies.push(resolve)) },
      {},
      { maxCalls: 1000 },
    );
    for (let id = 1; id <= 255; id += 1) send('call-start', call(id));
    expect(seen.paused).toBe(false);
    // What was on its way when reading stopped is kept.
    for (let id = 256; id <= 600; id += 1) send('call-start', call(id));
    expect([seen.paused, replies.length]).toEqual([true, 256]);
    for (let done = 0; done < 345; done += 1) {
      replies[done]?.({ ok: true, value: null });
      await settle();
    }
    expect([seen.paused, replies.length]).toEqual([false, 600]);
  });

  it.each<[string, MessageName, object]>([
    ['recall()', 'recall-start', { ref: 1 }],
    ['results.select()', 'select-start', { ref: 1, expression: '@' }],
    ['the bytes of media', 'read-start', { ref: 'res_1' }],
  ])(
    'loads one stored result at a time for %s, and none before the last was read',
    async (...given) => {
      const [, name, payload] = given;
      let loaded = 0;
      let answer: () => void = () => undefined;
      const load = async () => {
        loaded += 1;
        await new Promise<void>((resolve) => (answer = resolve));
        return { ok: true, json: '1', isWire: false, bytes: new Uint8Array(1) } as const;
      };
      const { connection, seen, send, drain } = connect({
        recall: load,
        select: load,
        readMedia: load,
      });
      for (let id = 1; id <= 50; id += 1) send(name, { id, ...payload });
      await settle();
      expect(loaded).toBe(1);
      seen.unreadBytes = 40_000_000;
      answer();
      await settle();
      expect(loaded).toBe(1);
      seen.unreadBytes = 0;
      drain();
      await settle();
      expect(loaded).toBe(2);
      connection.end({ kind: 'value', json: '1', sizeBytes: 1 });
      answer();
      await settle();
      expect(loaded).toBe(2);
    },
  );

  it('passes on every request up to the limit before it ends the run, however they came', async () => {
    const passed: number[] = [];
    const host: Partial<ProgramHost> = {
      call: async ({ args }) => {
        passed.push((args as { n: number }).n);
        return { ok: true, value: null };
      },
    };
    const { seen, send } = connect(host, {}, { maxCalls: 300 });
    const numbers = Array.from({ length: 301 }, (_, index) => index + 1);
    // More than are worked on at a time, with no turn between.
    for (const n of numbers) send('call-start', call(n, { n }));
    for (let turn = 0; turn < 20 && seen.ends.length === 0; turn += 1) await settle();
    expect(seen.ends).toMatchObject([{ code: 'RUN_CALL_LIMIT' }]);
    expect(passed).toEqual(numbers.slice(0, 300));
  });

  it('reads on while answers wait for the program to read them, which it cannot before it has written', async () => {
    const { seen, send, drain } = connect({}, {}, { maxCalls: 1000 });
    seen.unreadBytes = 40_000_000;
    for (let id = 1; id <= 600; id += 1) send('call-start', call(id));
    expect([seen.paused, seen.written]).toEqual([false, 1]);
    seen.unreadBytes = 0;
    drain();
    while (seen.written < 601) await settle();
    expect(seen.paused).toBe(false);
  });

  it('passes on one progress report per 50 ms, and the last one always', () => {
    const reports: number[] = [];
    const { clock, send } = connect({ progress: ({ done }) => void reports.push(done) });
    for (let done = 0; done < 100; done += 1) {
      send('progress', { done, total: 100 });
      clock.advance(10);
    }
    send('progress', { done: 100, total: 100 });
    send('run-end', 1);
    const everyFifth = Array.from({ length: 20 }, (_, index) => index * 5 + 4);
    expect(reports).toEqual([0, ...everyFifth, 100]);
  });

  it('ends the run when too many results wait that the program does not read', async () => {
    const replies: ((reply: CallReply) => void)[] = [];
    const { seen, send } = connect({ call: () => new Promise((resolve) => replies.push(resolve)) });
    send('call-start', call(1));
    seen.unreadBytes = 268_435_457;
    replies[0]?.({ ok: true, value: 1 });
    await settle();
    expect(seen.ends).toEqual([
      {
        kind: 'stopped',
        code: 'RUN_OUTPUT_LIMIT',
        message:
          'The program was stopped: it did not read the results of its calls, and more than 268435456 bytes of them waited',
        hint: 'Await calls in smaller groups, and await something inside long loops.',
      },
    ]);
    expect(seen.written).toBe(1);
  });

  it('ends the run when one of its messages holds more values than the host can parse at once', () => {
    const { seen, send } = connect();
    const { id, toolId } = call(1);
    send('call-start', { id, toolId, args: { list: new Array<object>(1_000_000).fill({}) } });
    expect(seen.ends).toEqual([
      {
        kind: 'stopped',
        code: 'RUN_OUTPUT_LIMIT',
        message: 'The program was stopped: its call-start holds more than 1562500 values',
        hint: 'Send less at a time: filter, count or sum inside the program, or join many small values into one text.',
      },
    ]);
  });

  it('passes on a value of very many values, without a look at each', () => {
    const { seen, send } = connect();
    const value = new Array<number>(2_000_000).fill(0);
    send('run-end', value);
    expect(seen.ends).toEqual([
      { kind: 'value', json: JSON.stringify(value), sizeBytes: 4_000_001 },
    ]);
  });

  it('ends once, for the first reason, and aborts what is in flight', async () => {
    let aborted = 0;
    const { connection, seen, send } = connect({
      call: (_, signal) =>
        new Promise(() => signal.addEventListener('abort', () => (aborted += 1))),
    });
    send('call-start', call(1));
    send('run-end', 5);
    connection.end({ kind: 'stopped', code: 'RUN_TIMEOUT', message: 'late' });
    send('call-start', call(2));
    await settle();
    expect(seen.ends).toEqual([{ kind: 'value', json: '5', sizeBytes: 1 }]);
    expect(aborted).toBe(1);
  });

  it('writes no reply after the end', async () => {
    const replies: ((reply: CallReply) => void)[] = [];
    const { seen, send } = connect({ call: () => new Promise((resolve) => replies.push(resolve)) });
    send('call-start', call(1));
    send('run-end', 5);
    const { written } = seen;
    replies[0]?.({ ok: true, value: 1 });
    await settle();
    expect(seen.written).toBe(written);
  });

  it('tells the host what log was not sent', () => {
    const sizes: unknown[] = [];
    const { send } = connect({ logUnsent: (size) => void sizes.push(size) });
    send('log', { entries: [{ level: 'log', text: 'a' }], dropped: { entries: 7, bytes: 70 } });
    send('run-end', 1);
    expect(sizes).toEqual([{ lines: 7, bytes: 70 }]);
  });

  it('ends the run at too many messages, whatever they are', () => {
    const { seen, send } = connect({}, { maxFrames: 3 });
    for (let done = 1; done <= 4; done += 1) send('progress', { done });
    expect(seen.ends).toEqual([
      {
        kind: 'stopped',
        code: 'RUN_OUTPUT_LIMIT',
        message: 'The program was stopped: its runner sent more than 3 messages',
        hint: 'Look for a loop that logs, emits or reports, or raise sandbox.maxFrames.',
      },
    ]);
  });

  it('ends the run at too many bytes in all, before they are read', () => {
    const { seen, send } = connect({}, { maxOutputBytes: 1000 });
    for (let count = 0; count < 20; count += 1)
      send('log', { entries: [{ level: 'log', text: 'x'.repeat(100) }] });
    expect(seen.ends).toEqual([
      {
        kind: 'stopped',
        code: 'RUN_OUTPUT_LIMIT',
        message: 'The program was stopped: its runner sent more than 1000 bytes to stdout',
        hint: 'Look for a loop that logs, emits or reports, or raise sandbox.maxOutputBytes.',
      },
    ]);
    expect(seen.logs).toHaveLength(6);
  });

  it('ends the run when the host itself fails at a message', () => {
    const { seen, send } = connect({
      emit: () => {
        throw new Error('a secret of the host');
      },
    });
    send('emit', { type: 'text', text: 'x' });
    expect(seen.ends).toEqual([
      {
        kind: 'stopped',
        code: 'RUN_PROTOCOL',
        message: 'The run was stopped because the host failed at what its runner sent',
      },
    ]);
  });
});
