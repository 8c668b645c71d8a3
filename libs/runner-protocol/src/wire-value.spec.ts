import { parseJson } from '@sluice/json-text';
import { describe, expect, it } from 'vitest';
import { encodePlainValue } from './encode-plain-value.js';
import { encodeWireValue } from './encode-wire-value.js';
import { reviveWireValue } from './revive-wire-value.js';
import { settlePromises } from './settle-promises.js';

const maxBytes = 1_000_000;
const encode = (value: unknown) => encodeWireValue(value, { mode: 'result', maxBytes });
const encodeArgs = (value: unknown) => encodeWireValue(value, { mode: 'arguments', maxBytes });

class Point {
  constructor(
    readonly x: number,
    readonly when?: Date,
  ) {}
}

describe('encodeWireValue() in result mode', () => {
  it.each<[string, unknown, string]>([
    ['plain data as JSON', { a: [1, 'x', null, true, 1.5] }, '{"a":[1,"x",null,true,1.5]}'],
    ['undefined', undefined, '{"$type":"undefined"}'],
    ['an undefined property', { u: undefined }, '{"u":{"$type":"undefined"}}'],
    // eslint-disable-next-line no-sparse-arrays -- the hole is the case
    ['a hole in an array', [1, , 2], '[1,{"$type":"undefined"},2]'],
    ['a small BigInt', 10n, '{"$type":"bigint","value":"10"}'],
    ['a long BigInt in digits', [-9007199254740993n], '[-9007199254740993]'],
    [
      'a long number with the digits it has',
      [725653563933458432, -(2 ** 63), 2 ** 64, 9007199254740991],
      '[725653563933458432,-9223372036854775808,18446744073709551616,9007199254740991]',
    ],
    [
      'a measurement as JSON does',
      [1.2e20, 6.02214076e23],
      '[120000000000000000000,6.02214076e+23]',
    ],
    ['NaN', NaN, '{"$type":"number","value":"NaN"}'],
    ['-Infinity', [-Infinity], '[{"$type":"number","value":"-Infinity"}]'],
    ['-0', -0, '{"$type":"number","value":"-0"}'],
    ['a Date', new Date(0), '{"$type":"Date","value":"1970-01-01T00:00:00.000Z"}'],
    ['an invalid Date', new Date(NaN), '{"$type":"Date","value":null}'],
    [
      'a Map',
      new Map([['a', { b: 1n }]]),
      '{"$type":"Map","value":[["a",{"b":{"$type":"bigint","value":"1"}}]]}',
    ],
    ['a Set', new Set([1, 'b']), '{"$type":"Set","value":[1,"b"]}'],
    ['a RegExp', /a\/b+/giu, '{"$type":"RegExp","value":"/a\\\\/b+/giu"}'],
    ['an Error', new TypeError('no'), '{"$type":"Error","name":"TypeError","message":"no"}'],
    [
      'an Error with a code',
      Object.assign(new Error('no'), { code: 'TOOL_FAILED' }),
      '{"$type":"Error","name":"Error","message":"no","code":"TOOL_FAILED"}',
    ],
    ['bytes', Uint8Array.of(1, 2, 255), '{"$type":"Uint8Array","base64":"AQL/"}'],
    ['an ArrayBuffer', new ArrayBuffer(1), '{"$type":"ArrayBuffer","base64":"AA=="}'],
    [
      'a DataView',
      new DataView(Uint8Array.of(7, 8, 9).buffer, 1),
      '{"$type":"DataView","base64":"CAk="}',
    ],
    [
      'a function',
      {
        f: function named() {
          return 1;
        },
      },
      '{"f":{"$type":"function","name":"named"}}',
    ],
    ['a symbol', Symbol('s'), '{"$type":"symbol","description":"s"}'],
    [
      'a class instance by its properties',
      new Point(1, undefined),
      '{"x":1,"when":{"$type":"undefined"}}',
    ],
    ['an opaque object by its class', new WeakMap(), '{"$type":"object","class":"WeakMap"}'],
    [
      'an object with toJSON',
      { toJSON: () => ({ n: 1n }) },
      '{"n":{"$type":"bigint","value":"1"}}',
    ],
    ['a URL', { url: new URL('http://a/b') }, '{"url":"http://a/b"}'],
    ['a boxed string', [new String('x')], '["x"]'],
    ['lone surrogates', '\ud800', '"\\ud800"'],
    [
      'an own tag key with one $ more',
      { $type: 'Map', $$type: 1, $types: 2 },
      '{"$$type":"Map","$$$type":1,"$types":2}',
    ],
    [
      'an own __proto__ key',
      JSON.parse('{"__proto__":{"a":1},"f":1}'),
      '{"__proto__":{"a":1},"f":1}',
    ],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ])('writes %s', (_, value, text) => {
    expect(encode(value)).toBe(text);
    expect(() => JSON.parse(encode(value))).not.toThrow();
  });

  it('marks a cycle with the path it leads back to', () => {
    const value: Record<string, unknown> = { list: [{}] };
    (value['list'] as Record<string, unknown>[])[0] = { up: value['list'], top: value };
    expect(encode(value)).toBe(
      '{"list":[{"up":{"$type":"circular","path":"$.list"},"top":{"$type":"circular","path":"$"}}]}',
    );
  });

  it('repeats a value that stands in two places', () => {
    const shared = { n: 1n };
    expect(encode([shared, shared])).not.toContain('circular');
  });

  it.each<[string, unknown, string]>([
    [
      'a getter that throws',
      {
        a: [
          {
            get b() {
              throw new Error('boom');
            },
          },
        ],
      },
      'Cannot read $.a[0].b: boom',
    ],
    [
      'a toJSON that throws',
      {
        'two words': {
          toJSON() {
            throw new Error('boom');
          },
        },
      },
      'Cannot read $["two words"]: its toJSON() threw: boom',
    ],
    [
      'a proxy that throws something unreadable',
      [
        new Proxy(
          {},
          {
            getPrototypeOf() {
              throw {
                get message() {
                  throw 1;
                },
              };
            },
          },
        ),
      ],
      'Cannot read $[0]: it threw something that cannot be read',
    ],
    ['a promise', { p: Promise.resolve(1) }, '$.p is a promise, which cannot be carried'],
    [
      'nesting beyond a thousand levels',
      deep(1_000_000),
      'The value is too deeply nested: 1000 levels are the most that is carried',
    ],
    [
      'an object that is its own JSON form for ever',
      endless(),
      'The value is too deeply nested: 1000 levels are the most that is carried',
    ],
  ])('refuses %s with its place', (_, value, message) => {
    expect(() => encode(value)).toThrow(
      expect.objectContaining({ message, code: 'VALUE_UNSUPPORTED' }),
    );
  });

  it.each<[string, unknown]>([
    ['text', 'x'.repeat(maxBytes)],
    ['many values', Array(maxBytes).fill(1)],
    ['a vast sparse array', Object.assign([], { length: 4_294_967_295 })],
    ['bytes', [1n, new Uint8Array(maxBytes)]],
    ['careful data', Array(100_000).fill(new Date(0))],
    [
      'doubling',
      Array(64)
        .fill(0)
        .reduce((inner) => [inner, inner], 1n),
    ],
  ])('stops at the size limit for %s', (_, value) => {
    expect(() => encode(value)).toThrow(
      expect.objectContaining({
        code: 'RESULT_TOO_LARGE',
        message: 'The value of the program is larger than 1000000 bytes as JSON text',
        hint: 'Filter, count or sum inside the program, or raise results.maxResultBytes.',
      }),
    );
  });

  it('carries a BigInt of up to 2000 digits', () => {
    const most = 10n ** 2000n - 1n;
    expect(encode([most, -most])).toBe(`[${'9'.repeat(2000)},-${'9'.repeat(2000)}]`);
    const refused = expect.objectContaining({
      code: 'VALUE_UNSUPPORTED',
      message: '$.list[1] is a BigInt of more than 2000 digits',
      hint: 'Pass its digits as a text: value.toString().',
    });
    for (const long of [most + 1n, -most - 1n])
      expect(() => encode({ list: [1n, long] })).toThrow(refused);
    expect(() => encodeArgs({ n: most + 1n })).toThrow(
      expect.objectContaining({ message: 'args.n is a BigInt of more than 2000 digits' }),
    );
  });

  it('costs plain data little more than JSON.stringify', () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({
      id,
      name: `row ${id}`,
      tags: ['a'],
    }));
    const best = (task: () => unknown) =>
      Math.min(
        ...[1, 2, 3, 4, 5].map(() => {
          const start = performance.now();
          task();
          return performance.now() - start;
        }),
      );
    const options = { mode: 'result', maxBytes: 100_000_000 } as const;
    expect(encodePlainValue(rows, options)).toBe(JSON.stringify(rows));
    const native = best(() => JSON.stringify(rows));
    expect(best(() => encodeWireValue(rows, options))).toBeLessThan(8 * native);
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1n;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function endless(): unknown {
  return new Proxy(
    {},
    {
      ownKeys: () => ['a', 'b'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, key) => (key === 'toJSON' ? undefined : endless()),
    },
  );
}

describe('encodeWireValue() in arguments mode', () => {
  it.each<[string, unknown, string]>([
    [
      'a long number with the digits it has',
      { id: 725653563933458432 },
      '{"id":725653563933458432}',
    ],
    ['a Date as its ISO text', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['BigInt in digits', { id: 10n }, '{"id":10}'],
    ['no undefined properties', { a: undefined, b: 1, c: undefined }, '{"b":1}'],
    ['null for undefined elements', [undefined, 1n], '[null,1]'],
    ['-0 as 0', { n: -0, b: 1n }, '{"n":0,"b":1}'],
    ['$type as any other key', { $type: 'x', b: 1n }, '{"$type":"x","b":1}'],
    [
      'class instances by their properties',
      new Point(1, new Date(0)),
      '{"x":1,"when":"1970-01-01T00:00:00.000Z"}',
    ],
  ])('writes %s', (_, value, text) => {
    expect(encodeArgs(value)).toBe(text);
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = { cycle };

  it.each<[string, unknown, string]>([
    [
      'a function',
      { filter: { when: () => 1 } },
      'args.filter.when is a function, which JSON cannot say',
    ],
    ['a symbol', [Symbol('x')], 'args[0] is a symbol, which JSON cannot say'],
    ['NaN', { n: NaN }, 'args.n is NaN, which JSON cannot say'],
    ['Infinity', { n: Infinity }, 'args.n is Infinity, which JSON cannot say'],
    ['a Map', { m: new Map() }, 'args.m is a Map, which JSON cannot say'],
    ['a Set', { m: new Set() }, 'args.m is a Set, which JSON cannot say'],
    ['bytes', { m: new Uint8Array(1) }, 'args.m is a Uint8Array, which JSON cannot say'],
    ['an invalid Date', { m: new Date(NaN) }, 'args.m is an invalid Date, which JSON cannot say'],
    ['a RegExp', { m: /x/ }, 'args.m is a RegExp, which JSON cannot say'],
    ['an Error', { m: new Error('x') }, 'args.m is an Error, which JSON cannot say'],
    ['a cycle', cycle, 'args.self.cycle is a cycle to args, which JSON cannot say'],
  ])('refuses %s with its path', (_, value, message) => {
    expect(() => encodeArgs(value)).toThrow(
      expect.objectContaining({
        message,
        code: 'VALUE_UNSUPPORTED',
        hint: expect.stringMatching(/^(Leave it out, or p|P)ass /),
      }),
    );
  });
});

const decode = (text: string) => reviveWireValue(parseJson(text));

describe('reviveWireValue()', () => {
  it.each<[string, unknown]>([
    ['plain data', { a: [1, null, 'x'] }],
    ['undefined inside', { a: undefined, b: [undefined] }],
    ['numbers', [NaN, Infinity, -Infinity, -0, 1.5]],
    ['BigInts', [1n, -5n, 12345678901234567890n]],
    ['Map, Set and Date', new Map<unknown, unknown>([[{ k: 1 }, new Set([new Date(5)])]])],
    ['RegExp', [/a\/b/gi]],
    [
      'bytes',
      [
        Uint8Array.of(1, 2, 3, 4),
        Float64Array.of(1.5),
        new BigInt64Array([5n]),
        Uint8Array.of(1).buffer,
      ],
    ],
    ['tag-like keys', { $type: 'Map', $$type: 1, inner: { $type: { $type: 2 } } }],
    ['an own __proto__ key', JSON.parse('{"__proto__":{"$type":1}}')],
  ])('gives back %s', (_, value) => {
    const decoded = decode(encode(value));
    expect(decoded).toStrictEqual(value);
    expect(encode(decoded)).toBe(encode(value));
  });

  it('gives back errors by name, message and code', () => {
    const error = decode(encode(Object.assign(new RangeError('x'), { code: 'C' })));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'RangeError', message: 'x', code: 'C' });
  });

  it('gives markers for what cannot come back', () => {
    const value: Record<string, unknown> = {
      f: function g() {
        return 1;
      },
      s: Symbol('t'),
      w: new WeakSet(),
    };
    value['self'] = value;
    expect(decode(encode(value))).toEqual({
      f: { marker: 'function', detail: 'g' },
      s: { marker: 'symbol', detail: 't' },
      w: { marker: 'object', detail: 'WeakSet' },
      self: { marker: 'circular', detail: '$' },
    });
  });

  it.each([
    '{"$type":"bigint","value":"x"}',
    '{"$type":"Map","value":[1]}',
    '{"$type":"RegExp","value":"/(/"}',
    '{"$type":"Float64Array","base64":"AQ=="}',
    '{"$type":"nothing"}',
  ])('leaves a broken tag as the object it is: %s', (text) => {
    expect(decode(text)).toEqual(JSON.parse(text));
  });
});

describe('settlePromises()', () => {
  it('awaits promises at any depth, also those that promises bring', async () => {
    const value = {
      a: Promise.resolve(1),
      list: [1, 2].map((n) => Promise.resolve({ n: Promise.resolve(n) })),
      map: new Map([['k', Promise.resolve(3n)]]),
    };
    const settled = await settlePromises(value);
    expect(encodeWireValue(value, { mode: 'result', maxBytes, settled })).toBe(
      '{"a":1,"list":[{"n":1},{"n":2}],"map":{"$type":"Map","value":[["k",{"$type":"bigint","value":"3"}]]}}',
    );
  });

  it('throws what a promise inside rejects with', async () => {
    const late = new Promise((_, reject) => setTimeout(reject, 5, new Error('late')));
    await expect(settlePromises([late, Promise.reject(new Error('early'))])).rejects.toThrow(
      'late',
    );
  });

  it('survives cycles and hostile getters', async () => {
    const value: Record<string, unknown> = {
      get bad() {
        throw new Error('x');
      },
    };
    value['self'] = value;
    expect((await settlePromises(value)).size).toBe(0);
    expect((await settlePromises(endless())).size).toBe(0);
  });
});
