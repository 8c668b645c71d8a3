import { describe, expect, it } from 'vitest';
import { createLongIntegers } from './long-integers.js';

const long = 12345678901234567890n;

describe('createLongIntegers()', () => {
  it('brings long integers out through JSON.stringify, and leaves look-alikes', () => {
    const integers = createLongIntegers();
    const other = createLongIntegers().mark({ a: long });
    const value = { a: long, b: [-long], text: '12345678901234567890', other };
    expect(integers.unmarkText(JSON.stringify(integers.mark(value)))).toBe(
      `{"a":${long},"b":[-${long}],"text":"12345678901234567890","other":{"a":${JSON.stringify(other.a)}}}`,
    );
  });

  it('brings long integers in through JSON.parse, with own __proto__ keys', () => {
    const integers = createLongIntegers();
    const text = integers.markText(
      `{"a":${long},"list":[1,"x",${long}],"__proto__":{"b":${long}}}`,
    );
    const value = integers.unmark(JSON.parse(text ?? '') as Record<string, unknown>);
    expect(value['a']).toBe(long);
    expect(value['list']).toEqual([1, 'x', long]);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ b: long });
  });

  it('does nothing where there is nothing to do', () => {
    const integers = createLongIntegers();
    const value = { a: 1, b: ['x'] };
    expect(integers.mark(value)).toBe(value);
    expect(integers.unmark(value)).toBe(value);
    expect(integers.markText('{"a":"1234567890123456"}')).toBeUndefined();
    expect(integers.markText('no json 12345678901234567890')).toBeUndefined();
  });
});
