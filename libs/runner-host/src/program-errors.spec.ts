import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTestRunner, runProgram } from './fixtures/run-program.js';
import type { RunProgramOptions } from './fixtures/run-program.js';
import { untilLiving } from './fixtures/until-living.js';

const runner = createTestRunner();
afterAll(() => runner.close());
afterEach(() => untilLiving(0));

const run = (program: string, options?: RunProgramOptions) => runProgram(runner, program, options);
const errorOf = async (program: string, options?: RunProgramOptions) => {
  const { end } = await run(program, options);
  return end.kind === 'threw' ? end.error : end;
};

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

  it('whose stack is a forgery is told without the places that cannot be', async () => {
    const stack = ['x', `    at f (program.ts:${'9'.repeat(400)}:1)`, '    at program.ts:3:5'];
    const program = `throw Object.assign(new Error('boom'), { stack: ${JSON.stringify(stack.join('\n'))} })`;
    expect(await errorOf(program)).toEqual({
      phase: 'run',
      name: 'Error',
      message: 'boom',
      position: { line: 3, column: 5 },
      frames: [{ position: { line: 3, column: 5 } }],
    });
  });

  it('of an import that was hidden well does not carry the program in base64', async () => {
    const program =
      'let a = 1, g = 1, r; void (a++ /(r = import("file:///etc/passwd"))/g); await r';
    const { end } = await run(program);
    const message = end.kind === 'threw' ? end.error.message : '';
    expect(message).toMatch(/^Requires read access to "\/etc\/passwd"/);
    expect(message).not.toContain('base64');
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
    ['throw "a string"', 'Error', 'The program threw "a string"'],
    ['throw null', 'Error', 'The program threw null'],
    ['throw { a: 1 }', 'Error', 'The program threw { a: 1 }'],
    ['const e = new Error("a"); e.name = "Custom"; throw e', 'Custom', 'a'],
    [
      'throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
      'Error',
      'The program threw Error: x',
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

  it('that is no Error comes with the advice to throw one', async () => {
    expect(await errorOf('throw undefined')).toEqual({
      phase: 'run',
      name: 'Error',
      message: 'The program threw undefined',
      hint: 'Throw an Error: it tells the line.',
      frames: [],
    });
  });

  it('is cut with a count when it is endless', async () => {
    const error = await errorOf('throw new Error("x".repeat(1e6))');
    expect(error).toMatchObject({ message: `${'x'.repeat(65_536)}… (934464 more characters)` });
  });

  it.each([
    [
      'await Promise.any([new Error("a"), new TypeError("b"), "c", 4, 5].map((e) => Promise.reject(e)))',
      'All promises were rejected (a; TypeError: b; c; and 2 more)',
    ],
    [
      'throw new Error("outer", { cause: new RangeError("x".repeat(600)) })',
      `outer (cause: RangeError: ${'x'.repeat(488)}…)`,
    ],
    ['throw new Error("outer", { cause: { secret: 1 } })', 'outer (cause: object)'],
    ['throw new Error("plain", { cause: null })', 'plain'],
    ['throw Object.defineProperty(new Error("h"), "errors", { get() { throw 1 } })', 'h'],
  ])('tells what stands behind it: %s', async (program, message) => {
    expect(await errorOf(program)).toMatchObject({ message });
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
