import { describe, expect, it } from 'vitest';
import { useTestRunner } from './fixtures/use-test-runner.js';

const { run, valueOf, errorOf } = useTestRunner();

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
