import { afterAll, describe, expect, it } from 'vitest';
import { createTestRunner, machineLayers, runProgram } from './fixtures/run-program.js';

const runner = createTestRunner({ layers: machineLayers() });
afterAll(() => runner.close());
const valueOf = async (program: string) => (await runProgram(runner, program)).value;

/** Programs for which Deno, V8 or the C library may want to open a file, long after the runner closed that door. */
describe('a program in a runner that opens no file any more', () => {
  it('gets the true position of an error deep inside itself', async () => {
    const { end } = await runProgram(
      runner,
      `for (const a of [1, 2]) { for (const b of [a]) { if (b) { try { Object.assign({}, {
  c: [() => { switch (b) { default: { [1].map(() => { while (true) { throw new Error('deep') } }) } } }] }).c[0]() } finally {} } } }`,
    );
    expect(end).toMatchObject({
      kind: 'threw',
      error: { message: 'deep', position: { line: 2, column: 76 } },
    });
  });

  it('survives an error while an error is described', async () => {
    const { end } = await runProgram(
      runner,
      `for (const k of Reflect.ownKeys(Array.prototype)) { if (k === 'constructor' || k === 'length') continue
         try { Object.defineProperty(Array.prototype, k, { value: () => { throw new Error(String(k)) } }) } catch {} }
       throw new Error('outer')`,
    );
    expect(end).toMatchObject({ kind: 'threw', error: { message: 'outer' } });
  });

  it.each([
    [
      'the end of the stack',
      'function f() { try { return f() } catch (e) { return e.name } } return f()',
      'RangeError',
    ],
    [
      'an error nobody awaits',
      "Promise.reject(new Error('x')); setTimeout(() => { throw new Error('y') }); await new Promise((r) => setTimeout(r, 30)); return 1",
      1,
    ],
    [
      'time zones',
      "return new Date(0).toLocaleString('en-US', { timeZone: 'America/New_York' })",
      '12/31/1969, 7:00:00 PM',
    ],
    [
      'languages',
      "return [(12345.5).toLocaleString('hi'), 'ä'.localeCompare('z', 'sv')]",
      ['12,345.5', 1],
    ],
    [
      'text in other encodings',
      "return new TextDecoder('shift_jis').decode(new Uint8Array([0x93, 0xfa]))",
      '日',
    ],
    [
      'cryptography',
      "const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']); return [crypto.randomUUID().length, key.publicKey.type]",
      [36, 'public'],
    ],
    [
      'compression',
      "const s = new Blob(['x'.repeat(1e6)]).stream().pipeThrough(new CompressionStream('gzip')); return (await new Response(s).arrayBuffer()).byteLength < 5000",
      true,
    ],
    [
      'WebAssembly',
      'return String(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))))',
      '[object WebAssembly.Instance]',
    ],
    [
      'messages and clones',
      'const { port1, port2 } = new MessageChannel(); const got = new Promise((r) => (port1.onmessage = (e) => r(e.data))); port2.postMessage({ a: 1 }); return [await got, structuredClone({ b: 2 })]',
      [{ a: 1 }, { b: 2 }],
    ],
    ['hot code', 'let x = 0; for (let i = 0; i < 2e7; i++) x += i & 3; return x', 30_000_000],
    [
      'much garbage',
      'let a = []; for (let i = 0; i < 3e6; i++) { a.push({ i }); if (a.length > 1e5) a = [] } return a.length < 1e5 + 1',
      true,
    ],
    [
      'all of TypeScript',
      'enum A { B = 3 } namespace N { export const x = 1 } class C { constructor(private y = 2) {} z() { return this.y } } { using r = { [Symbol.dispose]() {} } } return [A.B, N.x, new C().z()]',
      [3, 1, 2],
    ],
    [
      'timers',
      'const a = AbortSignal.timeout(10); await new Promise((r) => (a.onabort = r)); return performance.now() > 0',
      true,
    ],
  ])('has %s', async (_, program, value) => {
    expect(await valueOf(program)).toEqual(value);
  });
});
