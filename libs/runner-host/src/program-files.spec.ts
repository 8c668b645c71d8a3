import { describe, expect, it } from 'vitest';
import { useTestRunner } from './fixtures/use-test-runner.js';

const { run, valueOf, errorOf } = useTestRunner();

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bytes = (content: string) => new TextEncoder().encode(content);

describe('saveFile()', () => {
  it.each([
    ['a text', '"ž日🦆\\u0000\\r\\n"', 'ž日🦆\u0000\r\n'],
    ['an empty text', '""', ''],
    [
      'an object',
      '{ a: [1, null, "x"], when: new Date(0) }',
      '{"a":[1,null,"x"],"when":"1970-01-01T00:00:00.000Z"}',
    ],
    ['a long integer', '{ id: 12345678901234567890n }', '{"id":12345678901234567890}'],
    ['a number', '12.5', '12.5'],
    ['null', 'null', 'null'],
    ['a promise', 'fake.echo({ a: 1 })', '{"a":1}'],
    ['a promise of a text', 'Promise.resolve("x")', 'x'],
    ['promises inside', '[fake.echo({ a: 1 }), Promise.resolve(2)]', '[{"a":1},2]'],
    ['a Uint8Array', 'new TextEncoder().encode("bytes")', 'bytes'],
    [
      'a part of a buffer',
      'new Uint8Array(new TextEncoder().encode("abcdef").buffer, 1, 3)',
      'bcd',
    ],
    ['an ArrayBuffer', 'new TextEncoder().encode("bytes").slice().buffer', 'bytes'],
    ['a DataView', 'new DataView(new TextEncoder().encode("abcdef").buffer, 2, 2)', 'cd'],
    ['a Uint16Array', 'Uint16Array.of(0x6261, 0x6463)', 'abcd'],
    [
      'shared memory',
      'new Uint8Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer, 0, 2)',
      '\u0000\u0000',
    ],
  ])('saves %s and gives its path', async (_, data, saved) => {
    const { value, files } = await run(`return saveFile("日本.txt", ${data})`);
    expect(value).toBe('/files/日本.txt');
    expect(text(files.get('日本.txt'))).toBe(saved);
  });

  it.each([
    ['undefined', 'data is undefined, which JSON cannot say'],
    ['() => 1', 'data is a function, which JSON cannot say'],
    ['{ a: { b: new Map() } }', 'data.a.b is a Map, which JSON cannot say'],
    [
      '(() => { const o = {}; o.self = o; return o })()',
      'data.self is a cycle to data, which JSON cannot say',
    ],
    ['{ b: new Uint8Array(2) }', 'data.b is a Uint8Array, which JSON cannot say'],
    ['new Blob(["x"])', 'data is an object of the class "Blob", which JSON cannot say'],
    [
      '"a\\ud800"',
      'Cannot save the file "a": its text holds half a character (a lone surrogate), which UTF-8 cannot say',
    ],
  ])('refuses %s and says where', async (data, message) => {
    expect(await errorOf(`await saveFile("a", ${data})`)).toMatchObject({
      code: 'VALUE_UNSUPPORTED',
      message,
      position: { line: 1, column: 7 },
    });
  });

  it.each([
    ['"x".repeat(1001)', 'more than 1000'],
    ['"é".repeat(501)', '1002'],
    ['new Uint8Array(1001)', '1001'],
    ['{ a: "x".repeat(995) }', 'more than 1000'],
    ['{ a: "é".repeat(500) }', '1008'],
    ['["x".repeat(2000)]', 'more than 1000'],
    ['Promise.resolve("é".repeat(501))', '1002'],
    ['[Promise.resolve("x".repeat(20000))]', 'more than 1000'],
  ])('refuses %s, which is too large, and the run goes on', async (data, size) => {
    const limits = { maxFileBytes: 1000 };
    const program = `try { await saveFile("a", ${data}) } catch (e) { return { code: e.code, message: e.message, hint: e.hint } }`;
    expect(await valueOf(program, { limits })).toEqual({
      code: 'FILE_TOO_LARGE',
      message: `Cannot save the file "a": it has ${size} bytes, and a file may have 1000`,
      hint: 'Save less, or several files, or raise sandbox.maxFileBytes.',
    });
  });

  it('takes a file of just the limit', async () => {
    const { files } = await run('await saveFile("a", "x".repeat(1000))', {
      limits: { maxFileBytes: 1000 },
    });
    expect(files.get('a')).toHaveLength(1000);
  });

  it.each([
    [
      'saveFile()',
      'saveFile() wants a file name as its first argument, not a value of type undefined',
    ],
    [
      'saveFile({}, "x")',
      'saveFile() wants a file name as its first argument, not a value of type object',
    ],
    [
      'saveFile("x".repeat(1e6), "x")',
      'saveFile() wants a file name as its first argument, not a long text',
    ],
    [
      'saveFile("\\ud800", "x")',
      'saveFile() wants a file name as its first argument, not a text with half a character in it',
    ],
    [
      'readFile(7)',
      'readFile() wants a file name as its first argument, not a value of type number',
    ],
    ['readFile("a", { as: "blob" })', 'readFile() gives a file as "text", "bytes" or "json"'],
    ['readFile("a", "latin1")', 'readFile() gives a file as "text", "bytes" or "json"'],
  ])('%s is a wrong use, and said so', async (call, message) => {
    expect(await errorOf(`await ${call}`)).toMatchObject({ code: 'USAGE', message });
  });

  it("throws what the host says, at the program's own line", async () => {
    expect(await errorOf('const x = 1\nawait saveFile("refused", "x")')).toMatchObject({
      name: 'Error',
      code: 'FILE_UNKNOWN',
      message: 'no such file',
      hint: 'save it',
      position: { line: 2, column: 7 },
    });
  });

  it('takes bytes as they are when it is called', async () => {
    const { files } = await run(
      'const b = Uint8Array.of(1, 2); const saving = saveFile("a", b); b.fill(9); await saving',
    );
    expect(files.get('a')).toEqual(Uint8Array.of(1, 2));
  });

  it('keeps the order of calls, and saves what is not awaited, also when the program throws', async () => {
    const end =
      'for (let i = 0; i < 50; i++) saveFile("a", `${i}`); saveFile("b", Promise.resolve("late"));';
    for (const program of [end, `${end} throw new Error("x")`]) {
      const { files } = await run(program);
      expect([text(files.get('a')), text(files.get('b'))]).toEqual(['49', 'late']);
    }
  });

  it('logs that a file was not saved which nobody awaited', async () => {
    const { end, logs } = await run('saveFile("refused", "x"); return 1');
    expect(end.kind).toBe('value');
    expect(logs.map(({ text: line }) => line)).toEqual([
      'Unhandled rejection (a missing await?): Error: no such file',
    ]);
  });
});

describe('readFile()', () => {
  const files = {
    'a.txt': bytes('\ufeffž日🦆'),
    'a.json': bytes('{"id":12345678901234567890,"list":[1]}'),
    'a.bin': Uint8Array.from({ length: 256 }, (_, index) => index),
    empty: new Uint8Array(0),
  };

  it('gives text as it is, by name or path', async () => {
    const program =
      'return [await readFile("a.txt"), await readFile("/files/a.txt", "utf8"), await readFile("empty")]';
    const saved = `await saveFile("a.txt", await readFile("a.txt"));${program}`;
    expect(await valueOf(saved, { files })).toEqual(['\ufeffž日🦆', '\ufeffž日🦆', '']);
  });

  it('gives bytes in a buffer of their own', async () => {
    const program = `const b = await readFile("a.bin", { as: "bytes" }), e = await readFile("empty", "bytes")
      return [b.constructor.name, b.buffer.byteLength, b.every((x, i) => x === i), e.length]`;
    expect(await valueOf(program, { files })).toEqual(['Uint8Array', 256, true, 0]);
  });

  it('gives JSON with every digit', async () => {
    const program =
      'const { id, list } = await readFile("a.json", { as: "json" }); return [typeof id, `${id}`, list]';
    expect(await valueOf(program, { files })).toEqual(['bigint', '12345678901234567890', [1]]);
  });

  it.each([
    [
      'readFile("a.bin")',
      'Cannot read the file "a.bin" as text: it is not UTF-8',
      'readFile(name, { as: "bytes" }) gives a Uint8Array.',
    ],
    [
      'readFile("a.txt", { as: "json" })',
      'Cannot read the file "a.txt" as JSON: it is not JSON text',
      'readFile(name) gives its text.',
    ],
  ])('says what %s is not', async (call, message, hint) => {
    expect(await errorOf(`await ${call}`, { files })).toMatchObject({
      code: 'FILE_CONTENT',
      message,
      hint,
    });
  });

  it('throws what the host says, and can be caught', async () => {
    const program =
      'try { await readFile("none") } catch (e) { return [e.code, e.message, e.hint, e instanceof Error] }';
    expect(await valueOf(program)).toEqual(['FILE_UNKNOWN', 'no such file', 'save it', true]);
  });

  it('gives many files at once, each its own, and what was saved just before', async () => {
    const program = `for (let i = 0; i < 30; i++) saveFile("f" + i, "x".repeat(i * 5000) + i)
      const all = await Promise.all(Array.from({ length: 30 }, (_, i) => readFile("f" + i)))
      return all.every((text, i) => text === "x".repeat(i * 5000) + i)`;
    expect(await valueOf(program)).toBe(true);
  });

  it('carries a large file both ways', async () => {
    const program = `const big = new Uint8Array(20_000_000); for (let i = 0; i < big.length; i += 997) big[i] = i
      await saveFile("big", big); const back = await readFile("big", { as: "bytes" })
      return back.length === big.length && back.every((x, i) => x === big[i])`;
    expect(await valueOf(program, { limits: { maxFileBytes: 20_000_000 } })).toBe(true);
  });

  it('is not confused by a program that patches the language', async () => {
    const program = `Uint8Array.prototype.set = Uint8Array.prototype.subarray = Uint8Array.prototype.slice = () => { throw 1 }
      JSON.stringify = JSON.parse = () => "no"
      Promise.prototype.catch = Promise.all = ArrayBuffer.isView = () => { throw 2 }; TextDecoder.prototype.decode = () => "no"
      String.prototype.isWellFormed = () => false; Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: () => 3 })
      await saveFile("a", "one"); await saveFile("b", Uint8Array.of(116, 119, 111))
      return [await readFile("a"), await readFile("b")]`;
    expect(await valueOf(program)).toEqual(['one', 'two']);
  });
});
