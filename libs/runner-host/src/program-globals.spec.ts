import { describe, expect, it } from 'vitest';
import { useTestRunner } from './fixtures/use-test-runner.js';

const { run, valueOf, errorOf } = useTestRunner();

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
    expect(await errorOf('await search(["a", 5])')).toMatchObject({ code: 'USAGE' });
    expect(await errorOf('await search(["a".repeat(6000), "b".repeat(6000)])')).toMatchObject({
      message: 'search() wants at most 10000 characters',
    });
    expect(
      await valueOf('return search(Object.assign(["a", "b"], { toJSON: () => ({}) }))'),
      'an array is what stands in it',
    ).toBe('found ["a","b"] all');
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
      message: 'emit() wants a text, a media handle or an MCP content block',
    });
    expect(await errorOf('progress("x")')).toMatchObject({ message: 'progress() wants numbers' });
  });

  it.each([
    ['{ get type() { n += 1; return n === 1 ? "text" : 5 }, text: "x" }', 'text', 'x'],
    ['{ get type() { n += 1; return n < 3 ? "text" : {} }, text: "x" }', 'text', 'x'],
    ['new Proxy({ type: "text" }, { get: () => 5 })', undefined, undefined],
    ['{ type: "text", text: "x", toJSON: () => 5 }', 'text', 'x'],
    ['{ type: "text", text: "x", toJSON: () => ({ type: 5 }) }', 'text', 'x'],
    ['Object.assign([], { type: "text" })', 'text', undefined],
    ['Object.assign(new Map(), { type: "text" })', 'text', undefined],
    ['Object.assign(new Date(0), { type: "text" })', 'text', undefined],
  ])('reads a block once, and refuses only that block: %s', async (block, type, text) => {
    const { end, blocks } = await run(
      `let n = 0; try { emit(${block}) } catch (error) { emit(error.code) } return 1`,
    );
    expect(end).toMatchObject({ kind: 'value', json: '1' });
    const taken = { type, ...(text === undefined ? {} : { text }) };
    expect(blocks).toEqual([type === undefined ? { type: 'text', text: 'USAGE' } : taken]);
  });

  it('is recall(), which gives results of calls as they are, and kept values as what they were', async () => {
    expect(
      await valueOf(`
        const kept = { at: new Date(0), map: new Map([[1, 2n]]), long: 12345678901234567890n, $type: "Date" };
        const back = await recall(await results.keep(kept));
        return [back.at instanceof Date, back.map.get(1) === 2n, back.long === kept.long, back.$type, await recall(3)]`),
    ).toEqual([true, true, true, 'Date', { n: 3 }]);
    expect(await errorOf('await recall("res_9")')).toMatchObject({
      code: 'RESULT_UNKNOWN',
      message: 'no such result',
      position: { line: 1 },
    });
  });

  it('is results.select(), whose result is data, whatever it looks like', async () => {
    expect(await valueOf('return JSON.stringify(await results.select(2, "a.b"))')).toBe(
      '{"ref":2,"expression":"a.b","$type":"Date"}',
    );
  });

  it('is results.keep(), which awaits what is promised in the value', async () => {
    const { value, kept } = await run(
      'return results.keep({ a: Promise.resolve(1), b: undefined })',
    );
    expect([value, kept]).toEqual(['res_0', ['{"a":1,"b":{"$type":"undefined"}}']]);
  });

  it.each([
    ['recall()', 'recall() wants the number of a call or a reference as its first argument'],
    ['recall(0)', 'recall() wants the number of a call or a reference as its first argument'],
    [
      'results.select({}, "a")',
      'results.select() wants the number of a call or a reference as its first argument',
    ],
    ['results.select(1)', 'results.select() wants a JMESPath expression as its second argument'],
  ])('refuses %s', async (expression, message) => {
    expect(await errorOf(`await ${expression}`)).toMatchObject({ code: 'USAGE', message });
  });

  it('is ask(), which hands question and schema to the host and gives its answer', async () => {
    expect(
      await valueOf('return [await ask("Sure?", { type: "boolean" }), await ask("Name?")]'),
    ).toEqual([
      ['Sure?', { type: 'boolean' }],
      ['Name?', null],
    ]);
    const refused = { code: 'ASK_DECLINED', name: 'Error', message: 'The user declined' } as const;
    expect(
      await errorOf('await ask("Sure?")', { ask: async () => ({ ok: false, error: refused }) }),
    ).toMatchObject({ ...refused, position: { line: 1 } });
  });

  it.each(['ask()', 'ask("")', 'ask({})', 'ask("x".repeat(4001))'])(
    'refuses %s: no question',
    async (expression) => {
      expect(await errorOf(`await ${expression}`)).toMatchObject({
        code: 'USAGE',
        message: 'ask() wants a question of at most 4000 characters as its first argument',
        hint: 'ask("Delete 5 issues?", { type: "boolean" })',
      });
    },
  );

  it('refuses a schema of ask() that is no JSON', async () => {
    expect(await errorOf('await ask("x", { type: () => 1 })')).toMatchObject({
      code: 'VALUE_UNSUPPORTED',
      message: 'schema.type is a function, which JSON cannot say',
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
