import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.js';
import { printJson } from './print-json.js';
import type { JsonValue } from './json-value.js';

const long = 9007199254740993n;

/** Numbers that JavaScript prints as a long integer, without an exponent: as text they are one. */
const isPrintedLong = (n: number) =>
  Number.isInteger(n) && !Number.isSafeInteger(n) && Math.abs(n) < 1e21;

/** Random JSON values; with `bigint` beyond 2^53 where asked. */
const values = (withLong: boolean) =>
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((n) => !isPrintedLong(n))
          .map((n) => (Object.is(n, -0) ? 0 : n)),
        fc.string({ unit: 'binary' }),
        fc.constant('digits 12345678901234567890 and "quotes" \\'),
        withLong ? fc.bigInt({ min: long, max: long ** 3n }) : fc.constant(1),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')), {
          maxLength: 4,
        })
        .map((entries) => Object.fromEntries(entries)),
    ),
  })).value;

describe('parseJson() and printJson()', () => {
  it('keep every digit of integers beyond 2^53, both ways', () => {
    const text =
      '{"id":12345678901234567890,"neg":-9007199254740993,"safe":9007199254740991,"list":[9007199254740993]}';
    const value = parseJson(text);
    expect(value).toEqual({
      id: 12345678901234567890n,
      neg: -9007199254740993n,
      safe: 9007199254740991,
      list: [long],
    });
    expect(printJson(value)).toBe(text);
  });

  it('refuse an integer of so many digits that reading it would take long', () => {
    const most = '9'.repeat(2000);
    expect(printJson(parseJson(`[${most},-${most}]`))).toBe(`[${most},-${most}]`);
    expect(() => parseJson(`[1,${most}99]`)).toThrow(
      new SyntaxError('An integer in the JSON text has more than 2000 digits, at position 3'),
    );
    expect(parseJson(`[1.${most}99]`)).toEqual([2]);
  });

  it('leave long fractions, exponents and digits inside strings alone', () => {
    expect(
      parseJson('[1.12345678901234567890,1e30,"12345678901234567890","\\"12345678901234567890"]'),
    ).toEqual([1.1234567890123457, 1e30, '12345678901234567890', '"12345678901234567890']);
  });

  it('agree with JSON.parse on every text without long integers', () => {
    fc.assert(
      fc.property(values(false), (value) => {
        const text = JSON.stringify(['1234567890123456', value]);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('give any value back, long integers included, on one line and indented', () => {
    fc.assert(
      fc.property(values(true), fc.constantFrom(0, 2), (value, indent) => {
        expect(parseJson(printJson([value, long], indent))).toEqual([value, long]);
      }),
    );
  });

  it('indent as JSON.stringify does', () => {
    const plain = { a: [1, { b: 'x' }, []], c: {} };
    expect(printJson({ ...plain, d: long }, 2)).toBe(
      JSON.stringify({ ...plain, d: 0 }, undefined, 2).replace(/0(?=\n\}$)/, String(long)),
    );
  });

  it.each(['__proto__', 'constructor'])('keep an own %s key own', (key) => {
    const value = parseJson(`{"${key}":{"polluted":1},"n":12345678901234567890}`) as object;
    expect(Object.hasOwn(value, key)).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(printJson(value as JsonValue)).toBe(
      `{"${key}":{"polluted":1},"n":12345678901234567890}`,
    );
  });

  it.each([
    ['[12345678901234567890', 'Unexpected end of JSON input'],
    ['[12345678901234567890,]', 'Unexpected character "]" in JSON at position 22'],
    ['{"a":12345678901234567890 "b":1}', 'Unexpected character "\\"" in JSON at position 26'],
    ['012345678901234567890', 'Unexpected character "1" in JSON at position 1'],
    ['12345678901234567890 x', 'Unexpected character "x" in JSON at position 21'],
    ['[12345678901234567890, tru]', 'Unexpected character "t" in JSON at position 23'],
    ['["12345678901234567890\n"]', 'Unexpected character "\\"" in JSON at position 1'],
    [`${'['.repeat(200_000)}12345678901234567890`, 'The JSON text is nested too deeply'],
  ])('refuse %.40s', (text, message) => {
    expect(() => parseJson(text)).toThrow(new SyntaxError(message));
  });

  it('parse a large text with long integers in time that grows linearly', () => {
    const row = '{"id":12345678901234567890,"name":"a row of plain text"}';
    const time = (rows: number) => {
      const text = `[${Array(rows).fill(row).join(',')}]`;
      // CPU time: another process on the machine does not count.
      const start = process.cpuUsage();
      expect(parseJson(text)).toHaveLength(rows);
      return process.cpuUsage(start).user / 1000;
    };
    time(5_000);
    expect(time(80_000)).toBeLessThan(40 * Math.max(time(10_000), 5));
  });
});
