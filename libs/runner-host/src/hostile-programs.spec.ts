import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTestRunner, runProgram } from './fixtures/run-program.js';
import type { RunProgramOptions, TestRun } from './fixtures/run-program.js';
import { untilLiving } from './fixtures/until-living.js';

const runner = createTestRunner();
afterAll(() => runner.close());

afterEach(async () => {
  await untilLiving(0);
  expect((await runProgram(runner, 'return 1 + 1')).value).toBe(2);
});

const run = (program: string, options?: RunProgramOptions) => runProgram(runner, program, options);

/** Runs a program and watches for how much of the time, at once, this process could answer nobody else. */
async function runAndWatch(program: string, options?: RunProgramOptions) {
  let lagMs = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    lagMs = Math.max(lagMs, performance.now() - last);
    last = performance.now();
  }, 5);
  const start = performance.now();
  const result: TestRun = await run(program, options);
  clearInterval(watch);
  return { ...result, worstLag: lagMs / (performance.now() - start) };
}

describe('a program that hangs', () => {
  it.each([
    ['a loop', 'while (true) {}'],
    ['a loop behind an await', 'await null; for (;;) {}'],
    [
      'microtasks without end',
      'Promise.resolve().then(function f() { return Promise.resolve().then(f) }); await new Promise(() => {})',
    ],
    ['a catastrophic regular expression', 'return /^(a+)+$/.test("a".repeat(40) + "!")'],
    [
      'Atomics.wait',
      'const m = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }); Atomics.wait(new Int32Array(m.buffer), 0, 0)',
    ],
    ['a promise that never settles', 'await new Promise(() => {})'],
    ['a getter of its value', 'return { get a() { for (;;) {} } }'],
    ['a toJSON of its arguments', 'await fake.echo({ toJSON() { for (;;) {} } })'],
    [
      'an unload listener',
      'addEventListener("unload", () => { for (;;) {} }); await new Promise(() => {})',
    ],
    [
      'a native loop',
      'const a = []; a.length = 4294967295; return Array.prototype.indexOf.call(a, 1) + a.lastIndexOf(1)',
    ],
    [
      'a rejection that makes another',
      'addEventListener("unhandledrejection", () => { Promise.reject(1) }); Promise.reject(1); await new Promise(() => {})',
    ],
  ])('is stopped at its time limit: %s', async (_, program) => {
    const { end } = await run(program, { limits: { timeoutMs: 400 } });
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_TIMEOUT',
      message: 'The program was stopped after 400 ms, its time limit',
      hint: 'Do less in one run, or raise the limit: timeoutMs of run_code, at most sandbox.timeoutSeconds.',
    });
  });

  it('still shows what it logged before', async () => {
    const { logs } = await run('console.log("before"); console.log("again"); for (;;) {}', {
      limits: { timeoutMs: 400 },
    });
    expect(logs.map(({ text }) => text)).toEqual(['before', 'again']);
  });

  it('is gone when it is done, whatever it left behind', async () => {
    const { value, calls } = await run(
      'setInterval(() => {}, 1); setTimeout(() => { for (;;) {} }, 0); setTimeout(() => fake.echo({ late: true }), 20); addEventListener("unload", () => { for (;;) {} }); return "first"',
    );
    expect(value).toBe('first');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(calls).toEqual([]);
  });
});

describe('a program that takes all memory', () => {
  const limits = { heapMb: 64, memoryMb: 256, timeoutMs: 30_000 };

  it.each([
    ['arrays', 'const a = []; for (;;) a.push(new Array(1e6).fill(1))', 64],
    ['objects', 'const a = []; for (;;) a.push({ x: Math.random(), y: [1, 2, 3] })', 64],
    ['array buffers', 'const a = []; for (;;) a.push(new Uint8Array(64 << 20).fill(1))', 256],
    [
      'blobs',
      'const a = []; const c = new Uint8Array(32 << 20).fill(7); for (;;) a.push(new Blob([c]))',
      256,
    ],
    [
      'wasm memory',
      'const a = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1024 }); new Uint8Array(m.buffer).fill(1); a.push(m) }',
      256,
    ],
  ])('in %s ends with its limit and without a dump', async (_, program, limitMb) => {
    const { end } = await run(program, { limits });
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_MEMORY',
      message: expect.stringMatching(/^The program ran out of memory \(limit \d+ MB\)$/),
      hint: expect.stringMatching(/^Work in smaller pieces, or raise sandbox\.(heap|memory)Mb\.$/),
    });
    expect(JSON.stringify(end)).toContain(`limit ${limitMb} MB`);
  });

  it('of the parser ends the run and nothing else', async () => {
    const { end } = await run(`return ${'('.repeat(100_000)}1${')'.repeat(100_000)}`);
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_EXITED',
      message: 'The program is too deeply nested: its runner ran out of stack',
      hint: 'Source or data that nests many thousand levels deep does this.',
    });
  });
});

describe('a program that floods', () => {
  it('the log: the first and the last entries arrive, the rest is counted', async () => {
    const { value, logs, unsent, worstLag } = await runAndWatch(
      'for (let i = 0; i < 200_000; i++) console.log("flood line", i); return "done"',
      { limits: { maxLogBytes: 100_000 } },
    );
    expect(value).toBe('done');
    expect(logs[0]?.text).toBe('flood line 0');
    expect(logs.at(-1)?.text).toBe('flood line 199999');
    expect(logs.length + (unsent?.lines ?? 0)).toBe(200_000);
    expect(logs.reduce((sum, { text }) => sum + text.length + 1, 0)).toBeLessThan(110_000);
    expect(worstLag).toBeLessThan(0.5);
  });

  it('the log with empty lines: each counts for its break', async () => {
    const { value, logs, unsent } = await run(
      'for (let i = 0; i < 100_000; i++) console.log(""); return "done"',
      { limits: { maxLogBytes: 8_000 } },
    );
    expect(value).toBe('done');
    expect(logs.length).toBeLessThan(8_100);
    expect(logs.length + (unsent?.lines ?? 0)).toBe(100_000);
  });

  it('the log with huge entries: those that are left out are counted whole', async () => {
    const { logs, unsent } = await run(
      'for (let i = 0; i < 5; i++) console.log("x".repeat(100_000)); console.log("the end")',
      { limits: { maxLogBytes: 800 } },
    );
    expect(logs.map(({ text }) => text)).toEqual([
      `${'x'.repeat(36)}… (99964 more characters)`,
      'the end',
    ]);
    const shown = logs[0]?.text.length ?? 0;
    expect(unsent).toEqual({ lines: 4, bytes: 500_000 - shown });
  });

  it('holds only the lines that it may still show', async () => {
    // Whole texts, each of its own: what is put together of parts takes next to no memory.
    const program = `const bytes = new Uint8Array(250_000).fill(120), decoder = new TextDecoder();
      for (let i = 0; i < 1000; i++) console.log(decoder.decode(bytes));
      return "done"`;
    const { end, logs, unsent } = await run(program, {
      limits: { maxLogBytes: 2_000_000, heapMb: 64 },
    });
    expect(end).toMatchObject({ kind: 'value', json: '"done"' });
    expect(logs.length + (unsent?.lines ?? 0)).toBe(1000);
  });

  it('the log with one huge entry: it is cut with a count', async () => {
    const { value, logs, unsent } = await run('console.log("x".repeat(5e6)); return 1');
    expect(value).toBe(1);
    expect(logs).toHaveLength(1);
    expect(logs[0]?.text).toMatch(/^x+… \(\d+ more characters\)$/);
    expect(unsent).toEqual({ lines: 0, bytes: 5e6 - (logs[0]?.text.length ?? 0) });
    expect(logs[0]?.text.length).toBeLessThan(1_048_576);
  });

  it('the host with calls: all are answered, up to the limit', async () => {
    const { end, worstLag, calls } = await runAndWatch(
      'for (let i = 0; i < 50_000; i++) fake.echo({ i }); await new Promise(() => {})',
      { limits: { maxCalls: 5000 } },
    );
    expect(end).toMatchObject({ code: 'RUN_CALL_LIMIT' });
    expect(calls).toHaveLength(5000);
    expect(worstLag).toBeLessThan(0.5);
  });

  it('the host with emitted blocks: the run ends', async () => {
    const { end } = await run('for (;;) emit("x".repeat(10_000))', {
      limits: { maxValueBytes: 1_000_000 },
    });
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_OUTPUT_LIMIT',
      message: 'The program was stopped: what it emitted is larger than 1000000 bytes',
      hint: 'Filter, count or sum inside the program, or raise results.maxResultBytes.',
    });
  });

  it('the client with progress: few reports pass, the last does', async () => {
    const { progress } = await run('for (let i = 0; i <= 20_000; i++) progress(i, 20_000)');
    expect(progress.length).toBeLessThan(200);
    expect(progress.at(-1)).toEqual({ done: 20_000, total: 20_000 });
  });

  it('itself with replies it does not read: the run ends before they fill the host', async () => {
    const value = 'r'.repeat(8_000_000);
    const { end } = await run('for (let i = 0; i < 200; i++) fake.echo({ i }); for (;;) {}', {
      call: async () => ({ ok: true, value }),
      limits: { timeoutMs: 5000 },
    });
    // Calls that come in one piece are all answered and too much waits; those that come after a first few are
    // held back, and then the time runs out.
    expect(end).toMatchObject({
      kind: 'stopped',
      code: expect.stringMatching(/^RUN_(OUTPUT_LIMIT|TIMEOUT)$/),
    });
  });

  it('a call with huge arguments: the call fails, with its limit', async () => {
    const { value, calls } = await run(
      'try { await fake.echo({ s: "x".repeat(300e6) }) } catch (e) { return [e.code, e.message, e.hint] }',
    );
    expect(value).toEqual([
      'RESULT_TOO_LARGE',
      'The arguments of the call are larger than 33554432 bytes as JSON text',
      'Filter, count or sum inside the program, or raise results.maxResultBytes.',
    ]);
    expect(calls).toEqual([]);
  });
});

describe('a program that patches the language', () => {
  it.each([
    ['JSON', 'JSON.stringify = () => \'{"v":"FAKED"}\'; JSON.parse = () => ({ i: "FAKED" })'],
    [
      'the text codecs',
      'TextEncoder.prototype.encode = () => new Uint8Array(3); TextEncoder.prototype.encodeInto = () => ({ read: 0, written: 0 }); TextDecoder.prototype.decode = () => "{}"; delete globalThis.TextEncoder; globalThis.Uint8Array = null',
    ],
    [
      'promises',
      'for (const f of [() => { Promise.prototype.then = () => { throw 1 } }, () => { Promise.prototype.constructor = null }, () => Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } })]) try { f() } catch {}\nglobalThis.Promise = class {}',
    ],
    [
      'arrays, maps, sets, strings, functions and typed arrays',
      `const protos = [Array, Map, Set, WeakMap, String, RegExp, Uint8Array, Object.getPrototypeOf(Uint8Array), Function, Number].map((c) => c.prototype)
       for (let i = 0; i < protos.length; i++) { const keys = Reflect.ownKeys(protos[i])
         for (let k = 0; k < keys.length; k++) { if (keys[k] === "constructor" || keys[k] === "length") continue
           const d = Object.getOwnPropertyDescriptor(protos[i], keys[k])
           if (d.configurable && typeof d.value === "function") Object.defineProperty(protos[i], keys[k], { ...d, value: () => { throw new Error("patched " + String(keys[k])) } }) } }`,
    ],
    [
      'Object.prototype.toJSON',
      'Object.prototype.toJSON = () => "FAKED"; Array.prototype.toJSON = () => "FAKED"; delete Object.prototype.toJSON; delete Array.prototype.toJSON',
    ],
    [
      'errors',
      'Error.prepareStackTrace = () => { throw 1 }; Error.captureStackTrace = () => { throw 2 }; Error.stackTraceLimit = 1e9',
    ],
  ])('still gets true replies and gives its true value: %s', async (_, patch) => {
    const { end, calls } = await run(
      `${patch}\nconst a = await fake.echo({ i: 1, list: [{ n: 5 }] })\nconsole.log("logged")\nreturn { v: 42, a, undef: undefined, date: 1n }`,
    );
    expect(end).toEqual({
      kind: 'value',
      json: '{"v":42,"a":{"i":1,"list":[{"n":5}]},"undef":{"$type":"undefined"},"date":{"$type":"bigint","value":"1"}}',
      sizeBytes: expect.any(Number),
    });
    expect(calls).toHaveLength(1);
  });
});
