import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTestRunner, livingRunners, runProgram } from './fixtures/run-program.js';
import type { RunProgramOptions } from './fixtures/run-program.js';

const runner = createTestRunner();
afterAll(() => runner.close());
afterEach(() => expect(livingRunners()).toEqual([]));

const run = (program: string, options?: RunProgramOptions) => runProgram(runner, program, options);
const valueOf = async (program: string, options?: RunProgramOptions) => {
  const { end } = await run(program, options);
  return end.kind === 'value' ? JSON.parse(end.json) : end;
};
const errorOf = async (program: string, options?: RunProgramOptions) => {
  const { end } = await run(program, options);
  return end.kind === 'threw' ? end.error : end;
};

describe('the value of a run', () => {
  it('is wire text with its size in bytes', async () => {
    expect((await run('return 1 + 1')).end).toEqual({ kind: 'value', json: '2', sizeBytes: 1 });
    expect((await run('return "é"')).end).toEqual({ kind: 'value', json: '"é"', sizeBytes: 4 });
  });

  it('has a form for what JSON lacks', async () => {
    const { end } = await run(
      `const o = { big: 10n, when: new Date(0), m: new Map([["a", 1]]), s: new Set([1]), n: NaN, e: new Error("x"), u: undefined }
       o.self = o
       return o`,
    );
    expect(end).toMatchObject({
      kind: 'value',
      json: '{"big":{"$type":"bigint","value":"10"},"when":{"$type":"Date","value":"1970-01-01T00:00:00.000Z"},"m":{"$type":"Map","value":[["a",1]]},"s":{"$type":"Set","value":[1]},"n":{"$type":"number","value":"NaN"},"e":{"$type":"Error","name":"Error","message":"x"},"u":{"$type":"undefined"},"self":{"$type":"circular","path":"$"}}',
    });
  });

  it('holds what the promises inside it became', async () => {
    expect(
      await valueOf(
        'return { a: fake.echo({ value: 1 }), list: [1, 2].map(i => fake.echo({ value: i })) }',
      ),
    ).toEqual({ a: { value: 1 }, list: [{ value: 1 }, { value: 2 }] });
  });

  it('fails with its place when a getter throws, and when it is nested without end', async () => {
    expect(await errorOf('return { a: { get b() { throw new Error("boom") } } }')).toMatchObject({
      phase: 'value',
      code: 'VALUE_UNSUPPORTED',
      message: 'Cannot read $.a.b: boom',
    });
    expect(
      await errorOf('let v = []; for (let i = 0; i < 1e6; i++) v = [v]; return v'),
    ).toMatchObject({
      phase: 'value',
      message: 'The value is too deeply nested: 1000 levels are the most that is carried',
    });
    expect(
      await errorOf(
        'const inf = () => new Proxy({}, { ownKeys: () => ["a", "b"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (t, k) => k === "toJSON" ? undefined : inf() }); return inf()',
      ),
    ).toMatchObject({ phase: 'value', code: 'VALUE_UNSUPPORTED' });
  });

  it('that is too large is an error with its limit', async () => {
    expect(
      await errorOf('return "x".repeat(2000)', { limits: { maxValueBytes: 1000 } }),
    ).toMatchObject({
      code: 'RESULT_TOO_LARGE',
      message: 'The value of the program is larger than 1000 bytes as JSON text',
    });
    // Counted in characters it fits, in bytes it does not.
    expect((await run('return "é".repeat(700)', { limits: { maxValueBytes: 1000 } })).end).toEqual({
      kind: 'stopped',
      code: 'RUN_OUTPUT_LIMIT',
      message: 'The program was stopped: its value is larger than 1000 bytes',
      hint: 'Filter, count or sum inside the program, or raise results.maxResultBytes.',
    });
  });
});

describe('the language of a program', () => {
  it('is all of TypeScript', async () => {
    const program = `
      enum Color { Red = 5, Blue }
      namespace Inner { export const x = 1 }
      class Holder { constructor(private readonly y: number) {} get() { return this.y } }
      function mark(value: any, context: any) { return value }
      @mark class Marked {}
      const s = { a: 1 } satisfies Record<string, number>
      { using r = { [Symbol.dispose]() { console.log("disposed") } } }
      return [Color.Blue, Inner.x, new Holder(7).get(), s.a, <number>5, 6 as unknown as string]`;
    const { value, logs } = await run(program);
    expect(value).toEqual([6, 1, 7, 1, 5, 6]);
    expect(logs).toEqual([{ level: 'log', text: 'disposed' }]);
  });

  it('lets a program name its own variables as our globals are named', async () => {
    expect(
      await valueOf(
        'const data = 5; const tools = 3; var search = 1; function call() {}\nreturn data',
      ),
    ).toBe(5);
  });

  it('has no code from strings, and keeps an own __proto__ key', async () => {
    expect(await errorOf('eval("1")')).toMatchObject({ name: 'EvalError' });
    expect((await run('return { ["__proto__"]: 1, $type: "x" }')).end).toMatchObject({
      json: '{"__proto__":1,"$$type":"x"}',
    });
  });
});

describe('an error of a program', () => {
  it('names line and column of the text, and only frames of the program', async () => {
    const program = `const a = 1
const b = 2
function f() {
  return g()
}
function g() {
  throw new Error("line 7")
}
return f()`;
    expect(await errorOf(program)).toEqual({
      phase: 'run',
      name: 'Error',
      message: 'line 7',
      position: { line: 7, column: 9 },
      frames: [
        { name: 'g', position: { line: 7, column: 9 } },
        { name: 'f', position: { line: 4, column: 10 } },
        { position: { line: 9, column: 8 } },
      ],
    });
  });

  it('has exact columns on the first line and behind types', async () => {
    expect(await errorOf('  throw new Error("x")')).toMatchObject({
      position: { line: 1, column: 9 },
    });
    expect(
      await errorOf(
        'interface A { b: string }\ntype T = A | null\nconst x: T = null as any;\n[1].map(function cb(): number { return x!.b.length })',
      ),
    ).toMatchObject({
      message: "Cannot read properties of null (reading 'b')",
      position: { line: 4, column: 43 },
      frames: [{ name: 'cb' }, { position: { line: 4, column: 5 } }],
    });
  });

  it('of a failed call stands where the call was made', async () => {
    expect(await errorOf('const a: number = 1\n\n\n\nawait fake.fail({ a })')).toMatchObject({
      name: 'ToolError',
      code: 'TOOL_FAILED',
      server: 'fake',
      tool: 'fail',
      position: { line: 5, column: 1 },
    });
    expect(
      await errorOf('const p = fake.fail({})\nawait new Promise(r => setTimeout(r, 20))\nawait p'),
    ).toMatchObject({ name: 'ToolError', position: { line: 1, column: 16 } });
  });

  it.each([
    ['const a = 1;\nconst b = ;\nreturn a', 'Expression expected', 2, 11],
    ['let a = 1;\nlet a = 2;', "Identifier 'a' has already been declared", 2, 5],
    ['const x = ;', 'Expression expected', 1, 11],
    ['return {', "Expected '}', got '<eof>'", 1, 9],
  ])('that does not compile has its place: %j', async (program, message, line, column) => {
    expect(await errorOf(program)).toEqual({
      phase: 'compile',
      name: 'SyntaxError',
      code: 'PROGRAM_SYNTAX',
      message,
      position: { line, column },
      frames: [],
    });
  });

  it.each([
    ['throw "a string"', 'Error', 'a string'],
    ['throw null', 'Error', 'null'],
    ['throw { a: 1 }', 'Error', '{ a: 1 }'],
    ['const e = new Error("a"); e.name = "Custom"; throw e', 'Custom', 'a'],
    [
      'throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
      'Error',
      'Error: x',
    ],
    [
      'class E extends Error { get message() { throw 1 } get stack() { throw 2 } get name() { throw 3 } }\nthrow new E()',
      'Error',
      'it threw something that cannot be read',
    ],
    [
      'Object.prototype.toJSON = () => "gone"; throw new Error("still here")',
      'Error',
      'still here',
    ],
    [
      'Error.prepareStackTrace = () => { throw 1 }; Error.captureStackTrace = () => { throw 2 }; throw new Error("plain")',
      'Error',
      'plain',
    ],
  ])('can be anything: %s', async (program, name, message) => {
    expect(await errorOf(program)).toMatchObject({ phase: 'run', name, message });
  });

  it('is cut with a count when it is endless', async () => {
    const error = await errorOf('throw new Error("x".repeat(1e6))');
    expect(error).toMatchObject({ message: `${'x'.repeat(65_536)}… (934464 more characters)` });
  });

  it('shows no path of this machine, in no stack', async () => {
    const { end, logs } = await run(
      'console.log(new Error("a")); try { await fake.fail({}) } catch (e) { console.log(e); return e.stack }',
    );
    const shown = JSON.stringify([end, logs]);
    expect(shown).toContain('program.ts:1:');
    expect(shown).not.toMatch(/file:|runner\.mjs|data:application/);
  });
});

describe('a call', () => {
  it('reaches the host with its arguments, by every way of naming the tool', async () => {
    const { value, calls } = await run(`return [
      await fake.echo({ a: 1 }),
      await tools.fake.get_issue({ a: 2 }),
      await tools.fake["get-issue"]({ a: 3 }),
      await tools["my-server"]["tool-name"]({ a: 4 }),
      await tools.my_server.tool_name(),
      await call("mcp__fake__echo", { a: 6 }),
      await fake.echo({ a: 7 }, { raw: true, timeoutMs: 500 }),
    ]`);
    expect(value).toEqual([
      { a: 1 },
      { a: 2 },
      { a: 3 },
      { a: 4 },
      {},
      { a: 6 },
      { raw: { a: 7 } },
    ]);
    expect(calls).toEqual([
      { toolId: 'mcp__fake__echo', args: { a: 1 } },
      { toolId: 'mcp__fake__get-issue', args: { a: 2 } },
      { toolId: 'mcp__fake__get-issue', args: { a: 3 } },
      { toolId: 'mcp__my-server__tool-name', args: { a: 4 } },
      { toolId: 'mcp__my-server__tool-name', args: {} },
      { toolId: 'mcp__fake__echo', args: { a: 6 } },
      { toolId: 'mcp__fake__echo', args: { a: 7 }, raw: true, timeoutMs: 500 },
    ]);
  });

  it('carries long integers with all their digits both ways', async () => {
    const { calls, end } = await run(
      'const r = await fake.echo({ id: 12345678901234567890n, small: 5n }); return [typeof r.id, r, data]',
      { data: { n: 9007199254740993n } },
    );
    expect(calls[0]?.args).toEqual({ id: 12345678901234567890n, small: 5 });
    expect(end).toMatchObject({
      json: '["bigint",{"id":12345678901234567890,"small":5},{"n":9007199254740993}]',
    });
  });

  it('carries any text and own __proto__ keys without touching a prototype', async () => {
    expect(
      await valueOf(`const s = "\\ud800 \\u0000 \\u2028 \\u{1F600} \\r\\n é"
        const evil = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}')
        const r = await fake.echo({ s, evil })
        return [r.s === s, ({}).polluted === undefined, Object.keys(r.evil)]`),
    ).toEqual([true, true, ['__proto__', 'constructor']]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    [
      'fake.echo({ filter: { when: () => 1 } })',
      'VALUE_UNSUPPORTED',
      'args.filter.when is a function, which JSON cannot say',
    ],
    [
      'fake.echo([1])',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not an array',
    ],
    [
      'fake.echo("x")',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a string',
    ],
    ['fake.echo({}, { timeout: 3 })', 'USAGE', 'Cannot make the call: opts has no "timeout"'],
    [
      'fake.echo({}, { timeoutMs: -1 })',
      'USAGE',
      'Cannot make the call: opts.timeoutMs must be a number of milliseconds above 0',
    ],
    [
      'call(7)',
      'USAGE',
      'call() wants a tool id as its first argument, not a value of type number',
    ],
  ])('that cannot be made is refused in the program: %s', async (expression, code, message) => {
    const { end, calls } = await run(`await null\nawait ${expression}`);
    expect(end).toMatchObject({
      kind: 'threw',
      error: { code, message, position: { line: 2 } },
    });
    expect(calls).toEqual([]);
  });

  it('awaits promises in its arguments', async () => {
    expect(
      await valueOf('return fake.echo({ p: Promise.resolve(3), list: [fake.echo({ v: 1 })] })'),
    ).toEqual({ p: 3, list: [{ v: 1 }] });
  });

  it('throws real ToolError and PolicyError with all that the host said', async () => {
    expect(
      await valueOf(
        'try { await fake.fail({}) } catch (e) { return [e instanceof ToolError, e instanceof PolicyError, e instanceof Error, e.name, e.code, e.message, e.server, e.tool, e.content, e.structured] }',
      ),
    ).toEqual([
      true,
      false,
      true,
      'ToolError',
      'TOOL_FAILED',
      'the tool says no',
      'fake',
      'fail',
      [{ type: 'text', text: 'no' }],
      { reason: 'no' },
    ]);
    expect(
      await valueOf(
        'try { await fake.deny({}) } catch (e) { return [e instanceof PolicyError, e.name, e.code, e.hint, String(e)] }',
      ),
    ).toEqual([
      true,
      'PolicyError',
      'POLICY_DENIED',
      'Ask the user.',
      'PolicyError: denied by policy[0]',
    ]);
  });

  it('overlaps with others', async () => {
    let open = 0;
    let most = 0;
    const { value } = await run(
      'return (await Promise.all([1,2,3,4,5].map(n => fake.echo({ n })))).map(r => r.n)',
      {
        async call({ args }) {
          most = Math.max(most, (open += 1));
          await new Promise((resolve) => setTimeout(resolve, 30));
          open -= 1;
          return { ok: true, value: args };
        },
      },
    );
    expect(value).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(5);
  });

  it('beyond maxCalls ends the run', async () => {
    const { end, calls } = await run('for (let n = 0; ; n++) await fake.echo({ n })', {
      limits: { maxCalls: 20 },
    });
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_CALL_LIMIT',
      message: 'The program was stopped at its call number 21; the limit is 20',
      hint: 'Look for a loop that calls a tool, or raise sandbox.maxCalls.',
    });
    expect(calls).toHaveLength(20);
  });

  it('in flight is told by its signal when the run ends', async () => {
    const { value, aborted } = await run(
      'fake.slow({}); fake.slow({}); await fake.echo({}); return "done"',
    );
    expect(value).toBe('done');
    expect(aborted.filter((id) => id === 'mcp__fake__slow')).toHaveLength(2);
  });

  it('that the host fails to answer is an error, not a hang', async () => {
    const { end } = await run('await fake.echo({})', {
      call: () => Promise.reject(new Error('a secret of the host')),
    });
    expect(end).toMatchObject({
      kind: 'threw',
      error: { code: 'INTERNAL', message: 'The host could not answer this request' },
    });
  });
});

describe('a namespace of tools', () => {
  it('is no promise: awaiting it calls nothing, and a tool named then is called as then_', async () => {
    const { value, calls } = await run(
      'const ns = await Promise.resolve(fake); return [typeof ns, await (async () => fake)() === fake, typeof (await tools)]',
    );
    expect(value).toEqual(['object', true, 'object']);
    expect(calls).toEqual([]);
    expect(await valueOf('return [typeof fake.then, await fake.then_({ a: 1 })]')).toEqual([
      'undefined',
      { a: 1 },
    ]);
  });

  it('has nothing but its tools and cannot be changed', async () => {
    expect(
      await valueOf(
        'return [typeof tools.fake.toString, typeof tools.__proto__, typeof tools.constructor, Object.isFrozen(tools), Object.isFrozen(fake), Object.keys(tools)]',
      ),
    ).toEqual([
      'undefined',
      'undefined',
      'undefined',
      true,
      true,
      ['fake', 'my-server', 'my_server'],
    ]);
  });

  it('says what to do about a tool that is not there', async () => {
    expect(await errorOf('await tools.fake.nosuch({})')).toMatchObject({
      message: 'tools.fake.nosuch is not a function',
      hint: 'There is no tool of that name. search("what you need"), or search_tools, gives the call path.',
    });
  });
});

describe('what else a program has', () => {
  it('is search() and describe()', async () => {
    expect(
      await valueOf(
        'return [await search("x", 3), await search(["a", "b"]), (await describe("mcp__fake__echo")).signature, typeof (await describe("nope"))]',
      ),
    ).toEqual(['found "x" 3', 'found ["a","b"] all', 'echo()', 'undefined']);
    expect(await errorOf('await search(5)')).toMatchObject({
      code: 'USAGE',
      message: 'search() wants a text, or a list of texts',
    });
  });

  it('is emit() and progress()', async () => {
    const { blocks, progress } = await run(
      'emit("hi"); emit({ type: "image", data: "AA", mimeType: "image/png" }); progress(1, 2, "x"); progress(2, 2)',
    );
    expect(blocks).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'image', data: 'AA', mimeType: 'image/png' },
    ]);
    expect(progress).toEqual([
      { done: 1, total: 2, message: 'x' },
      { done: 2, total: 2 },
    ]);
    expect(await errorOf('emit(3)')).toMatchObject({
      message: 'emit() wants a text or an MCP content block',
    });
    expect(await errorOf('progress("x")')).toMatchObject({ message: 'progress() wants numbers' });
  });

  it.each([
    'recall(1)',
    'results.select("res_1", "a")',
    'results.keep(1)',
    'ask("q", {})',
    'saveFile("a", "b")',
    'readFile("a")',
  ])('is not yet %s, and says so', async (expression) => {
    expect(await errorOf(`await ${expression}`)).toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringMatching(/^[\w.]+\(\) is not available in this version of Sluice$/),
    });
  });

  it('is a console that is captured, in order', async () => {
    const { logs } =
      await run(`console.log("hi", { a: 1 }, [1, 2]); console.error("e %s %d", "x", 5, "rest")
      console.table([{ a: 1, b: 2 }, { a: 3 }]); console.group("g"); console.info("in\\ntwo"); console.groupEnd()
      console.assert(1 === 2, "no"); console.count(); console.count(); console.dir({ a: { b: { c: 1 } } }, { depth: 0 })
      console.trace("t"); console.log("%o %j %% %c|", { a: 1 }, 2, "css"); console.warn(new Error("boom"))
      console.debug(new Map([[1, 2]])); console.log(); console.log("100%"); console.log('{"jsonrpc":"2.0","id":1,"result":{}}')
      console.timeEnd("never")`);
    expect(logs.map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'log: hi { a: 1 } [ 1, 2 ]',
      'error: e x 5 rest',
      'log: (index) | a | b\n--------|---|--\n0       | 1 | 2\n1       | 3 |  ',
      'log: g',
      'info:   in\n  two',
      'error: Assertion failed: no',
      'log: default: 1',
      'log: default: 2',
      'log: { a: [Object] }',
      'debug: Trace: t\n  at program (line 4, column 15)',
      'log: { a: 1 } 2 % |',
      'warn: Error: boom\n    at program.ts:4:89',
      'debug: Map(1) { 1 => 2 }',
      'log: ',
      'log: 100%',
      'log: {"jsonrpc":"2.0","id":1,"result":{}}',
      'log: never: no such timer',
    ]);
  });

  it('logs what fails outside its flow, and goes on', async () => {
    const { value, logs } = await run(
      'setTimeout(() => { throw new Error("timer") }, 0); Promise.reject(new Error("nobody")); fake.fail({}); await new Promise(r => setTimeout(r, 50)); return 1',
    );
    expect(value).toBe(1);
    expect(new Set(logs.map(({ level, text }) => `${level}: ${text}`))).toEqual(
      new Set([
        'warn: Unhandled rejection (a missing await?): Error: nobody',
        "error: Uncaught outside the program's flow: Error: timer",
        'warn: Unhandled rejection (a missing await?): ToolError: the tool says no',
      ]),
    );
  });
});

describe('what a program does not have', () => {
  it('is the machine: no Deno, no process, no storage, no navigator', async () => {
    expect(
      await valueOf(
        'return ["Deno", "process", "Buffer", "localStorage", "caches", "navigator", "BroadcastChannel", "SharedArrayBuffer", "GPU", "name"].filter((n) => n in globalThis)',
      ),
    ).toEqual([]);
    expect(await errorOf('process.exit(1)')).toMatchObject({
      name: 'ReferenceError',
      hint: 'process is not available in a program: call a tool instead.',
    });
  });

  it.each([
    'fetch("http://x")',
    'require("fs")',
    'new WebSocket("ws://x")',
    'new Worker("x")',
    'close()',
  ])('says to call a tool instead of %s', async (expression) => {
    const name = /\w+(?=\()/.exec(expression)?.[0];
    expect(await errorOf(expression)).toMatchObject({
      code: 'NOT_AVAILABLE',
      message: `${name} is not available in a program: call a tool instead`,
    });
  });

  it('is imports of any kind', async () => {
    const { value, logs } = await run(
      `const r = []
       for (const s of ["https://esm.sh/ms", "jsr:@std/assert", "npm:ms", "node:fs", "data:text/javascript,export default 1", "file:///etc/hostname"]) {
         try { await import(s); r.push("IMPORTED " + s) } catch (e) { r.push(e.code + " " + e.message) }
       }
       const text = "import('in a string')"; console.log(text, /import("a regexp")/.source)
       return r`,
    );
    expect(value).toEqual(
      [
        'https://esm.sh/ms',
        'jsr:@std/assert',
        'npm:ms',
        'node:fs',
        'data:text/javascript,export default 1',
        'file:///etc/hostname',
      ].map(
        (specifier) =>
          `PROGRAM_IMPORT import("${specifier}") is not available in a program: call a tool instead`,
      ),
    );
    expect(logs[0]?.text).toBe(`import('in a string') import("a regexp")`);
  });

  it.each([
    'npm:ms',
    'https://esm.sh/ms',
    'jsr:@std/assert',
    'file:///etc/hostname',
    './x.js',
    'bare',
    'node:fs',
  ])('is a way out of its wrapper to import %s', async (specifier) => {
    const { end } = await run(
      `return 1 }\nimport * as x from "${specifier}";\nexport const z = async () => { return x;`,
    );
    expect(end).toMatchObject({
      kind: 'threw',
      error: {
        message: expect.stringMatching(
          /^Imports are not available in a program: call a tool instead$/,
        ),
      },
    });
  });
});

describe('a cancelled run', () => {
  it('ends at once, whatever the program does', async () => {
    const cancel = new AbortController();
    const started = run('console.log("started"); for (;;) {}', { signal: cancel.signal });
    let living: readonly number[] = [];
    setTimeout(() => {
      living = livingRunners();
      cancel.abort();
    }, 150);
    expect((await started).end).toEqual({
      kind: 'stopped',
      code: 'RUN_CANCELLED',
      message: 'The run was cancelled',
    });
    expect(living).toHaveLength(1);
  });

  it('does not start when its signal was aborted before, nor after close()', async () => {
    const { end } = await run('return 1', { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ code: 'RUN_CANCELLED' });
    const closed = createTestRunner();
    const running = runProgram(closed, 'await new Promise(() => {})');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await closed.close();
    expect((await running).end).toMatchObject({ code: 'RUN_CANCELLED' });
    expect((await runProgram(closed, 'return 1')).end).toMatchObject({ code: 'RUN_CANCELLED' });
  });

  it('sends no call afterwards', async () => {
    const cancel = new AbortController();
    let callsAtCancel = -1;
    const { calls } = await run('for (let n = 0; ; n++) await fake.echo({ n })', {
      signal: cancel.signal,
      async call({ args }) {
        if ((args as { n: number }).n === 50) {
          cancel.abort();
          callsAtCancel = 51;
        }
        return { ok: true, value: null };
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toHaveLength(callsAtCancel);
  });
});

describe('createDenoRunner().inspect()', () => {
  it('tries every wall and tells what holds', async () => {
    expect(await runner.inspect()).toEqual({
      ok: true,
      denoPath: expect.stringMatching(/@deno.*deno/),
      denoVersion: '2.9.6',
      layers: [
        'read',
        'write',
        'net',
        'env',
        'sys',
        'run',
        'ffi',
        'import',
        'npm',
        'node',
        'eval',
      ].map((name) => `deny-${name}`),
    });
  });
});
