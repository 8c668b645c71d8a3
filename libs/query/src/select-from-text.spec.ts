import { search as otherSearch } from '@jmespath-community/jmespath';
import type { JsonValue } from '@sluice/json-text';
import { parseJson, printJson } from '@sluice/json-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.js';
import { parseExpression } from './parse-expression.js';
import { selectFromText } from './select-from-text.js';

const rows = {
  rows: [
    { id: 9007199254740993n, n: 1, name: 'Ann', 'unit-price': 3, tags: ['a', 'b'] },
    { id: 12345678901234567890n, n: 2, name: 'Bob', 'unit-price': 4, tags: [] },
  ],
  texts: ['ﬀ', '🦆', 'z'],
  empty: null,
};

const select = (expression: string, value: JsonValue = rows) =>
  selectFromText({ text: printJson(value), kind: 'json', expression, maxBytes: 10_000 });
const valueOf = (expression: string, value: JsonValue = rows) => {
  const selection = select(expression, value);
  return selection.ok ? selection.json : selection.problem;
};

describe('selectFromText()', () => {
  it.each([
    ['@', printJson(rows)],
    ['rows[].id', '[9007199254740993,12345678901234567890]'],
    ['rows[?id == `9007199254740993`].name', '["Ann"]'],
    ['rows[?id > `9007199254740992`].n', '[1,2]'],
    ['rows[?id > `9007199254740993`].n', '[2]'],
    ['rows[?n >= 2].name', '["Bob"]'],
    ['sort_by(rows, &id)[-1].id', '12345678901234567890'],
    ['max(rows[].id)', '12345678901234567890'],
    ['sum(rows[].id)', '12354686100489308883'],
    ['avg([`9007199254740993`, `9007199254740995`])', '9007199254740994'],
    ['rows[0].id - `9007199254740990`', '3'],
    ['rows[0].id + 1', '9007199254740994'],
    ['`9007199254740991` * 3', '27021597764222973'],
    ['abs(-rows[1].id)', '12345678901234567890'],
    ['rows[1].id // 7', '1763668414462081127'],
    ['rows[1].id % 7', '1'],
    ['-7 // 2', '-4'],
    ['to_string(rows[0].id)', '"9007199254740993"'],
    ['to_string(rows[0].tags)', '"[\\"a\\",\\"b\\"]"'],
    ["to_number('12345678901234567890')", '12345678901234567890'],
    ["to_number('1e999')", 'null'],
    ['type(rows[0].id)', '"number"'],
    ['rows[]."unit-price"', '[3,4]'],
    [
      '{ids: rows[].id, count: length(rows)}',
      '{"ids":[9007199254740993,12345678901234567890],"count":2}',
    ],
    ["rows[?contains(name, 'n') && !(n == 2)].n", '[1]'],
    ['rows[?!tags].name', '["Bob"]'],
    ['texts[0][0:1]', '"ﬀ"'],
    ['sort(texts)', '["z","ﬀ","🦆"]'],
    ['length(texts[1])', '1'],
    ['let $n = rows[0].n in rows[?n > $n].name', '["Bob"]'],
    ['rows[*].[n, $.texts[2]]', '[[1,"z"],[2,"z"]]'],
    ['group_by(rows, &name).Bob[0].n', '2'],
    ['rows[0] | from_items(items(@)).n', '1'],
    ['zip(rows[].n, texts)', '[[1,"ﬀ"],[2,"🦆"]]'],
    ["split('a,b,c', ',', 1)", '["a","b,c"]'],
    ["replace('a-b-c', '-', '+', 1)", '"a+b-c"'],
    ["pad_left('7', 3, '0')", '"007"'],
    ["trim('  x ')", '"x"'],
    ["trim_right('xyy', 'y')", '"x"'],
    ["find_first('a🦆b', 'b')", '2'],
    ["find_last('abab', 'b')", '3'],
    ["'it\\'s'", '"it\'s"'],
    ['texts[3]', 'null'],
    ['__proto__', 'null'],
    ['constructor', 'null'],
  ])('selects %s', (expression, json) => {
    expect(valueOf(expression)).toBe(json);
  });

  it.each([
    [
      'rows[].unit-price',
      'syntax',
      'unexpected "-"',
      12,
      'Put a name with a hyphen in double quotes: "unit-price". A subtraction has spaces around its minus.',
    ],
    ['', 'syntax', 'it is empty', 1, 'The whole value is @.'],
    [
      'rows[',
      'syntax',
      'unexpected end',
      6,
      'In brackets after a value stands an index, a slice [0:5], * or a filter [?…].',
    ],
    [
      'rows[name]',
      'syntax',
      'unexpected "name"',
      6,
      'In brackets after a value stands an index, a slice [0:5], * or a filter [?…].',
    ],
    ['rows..n', 'syntax', 'unexpected "."', 6, undefined],
    [
      'rows.0',
      'syntax',
      'unexpected "0"',
      6,
      'An element of a list is taken with brackets: list[0].',
    ],
    ['rows[?n = 1]', 'syntax', 'unexpected "="', 9, 'Equality is ==.'],
    ['rows[?n == 1.5]', 'syntax', 'unexpected "."', 13, 'Put a number in backticks: `1.5`.'],
    ["rows[?name == 'Ann]", 'syntax', "the ' is never closed", 15, undefined],
    [
      'rows[?name == `Ann`]',
      'syntax',
      '`Ann` is no JSON literal',
      15,
      'Between backticks stands JSON: `5`, `true`, `"text"`. A text may also stand in single quotes: \'text\'.',
    ],
    ['"\\x"', 'syntax', '"\\x" is no JSON string', 1, undefined],
    ['rows #', 'syntax', 'unexpected "#"', 6, undefined],
    ['rows[0:1:0]', 'syntax', 'the step of a slice is 0', 5, undefined],
    [`${'('.repeat(300)}a`, 'syntax', 'it is nested deeper than 200 levels', 201, undefined],
    ['a'.repeat(20_000), 'syntax', 'it has more than 16384 characters', 16_385, undefined],
    ['let $a = n', 'syntax', 'unexpected end', 11, 'let $a = … in …'],
    ['"length"(rows)', 'syntax', 'unexpected "("', 9, 'A function name has no quotes.'],
    ['length(rows, n)', 'value', 'length() takes 1 argument, not 2', 1, undefined],
    [
      'length(rows[0].n)',
      'value',
      'length() wants a string, array or object, not number',
      8,
      undefined,
    ],
    [
      'sum(rows[].name)',
      'value',
      'sum() wants an array of number, not an array with string at [0]',
      5,
      undefined,
    ],
    ['join(`1`, texts)', 'value', 'join() wants a string as argument 1, not number', 6, undefined],
    [
      'sort_by(rows, &tags)',
      'value',
      'the expression of sort_by() must give all numbers or all strings; it gives array for [0]',
      15,
      undefined,
    ],
    [
      'group_by(rows, &n)',
      'value',
      'the expression of group_by() must give strings; it gives number for [0]',
      16,
      undefined,
    ],
    ['rows + 1', 'value', '+ wants two numbers, not array and number', 6, undefined],
    ['1 / 0', 'value', '/ by zero', 3, undefined],
    ['`1e308` * 10', 'value', 'the result of * is beyond all bounds', 9, undefined],
    [
      '$nope',
      'value',
      'there is no variable $nope',
      1,
      'let $a = … in … makes one; the whole value is $.',
    ],
    ['&name', 'value', 'an expression (&…) is no value', 1, undefined],
    [
      'from_items([[`1`, `2`]])',
      'value',
      'from_items() wants pairs of a string and a value; [0] is none',
      1,
      undefined,
    ],
    [
      "pad_left('x', `-1`)",
      'value',
      'pad_left() wants a whole number from 0, not -1',
      1,
      undefined,
    ],
  ])(
    'refuses %.30s with the place and what to write',
    (expression, kind, message, position, hint) => {
      const problem = { kind, message, position, ...(hint === undefined ? {} : { hint }) };
      expect(select(expression)).toEqual({ ok: false, problem });
    },
  );

  it('names all functions where there is none of that name', () => {
    expect(select('median(rows)')).toMatchObject({
      problem: {
        message: 'there is no function "median"',
        position: 1,
        hint: expect.stringContaining('max_by, merge, min'),
      },
    });
  });

  it('reads a text as one string', () => {
    const input = { text: 'one\ntwo', kind: 'text', maxBytes: 100 } as const;
    expect(selectFromText({ ...input, expression: "split(@, '\n')[1]" })).toMatchObject({
      json: '"two"',
    });
    expect(selectFromText({ ...input, expression: 'rows' })).toMatchObject({ json: 'null' });
  });

  it('keeps a key of any name, __proto__ included, in what it makes', () => {
    const value = parseJson('{"__proto__":{"x":1},"a":{"__proto__":2}}');
    expect(valueOf('merge(@, a)', value)).toBe('{"__proto__":2,"a":{"__proto__":2}}');
    expect(valueOf('{"__proto__": a.__proto__}', value)).toBe('{"__proto__":2}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    [
      `[@,@]${'|[@,@]'.repeat(60)}`,
      'the selection takes more than 10000 bytes',
      'Select less: a filter, fewer fields, a slice.',
    ],
    [
      `${"join('',[@,@])|".repeat(60)}@`,
      /^the text of join\(\) has more than \d+ characters$/,
      undefined,
    ],
  ])('ends the expression %.24s that would grow without end', (expression, message, hint) => {
    const value = expression.startsWith('join') ? 'x'.repeat(100) : rows;
    expect(select(expression, value)).toMatchObject({
      problem: {
        kind: 'size',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        ...(hint === undefined ? {} : { hint }),
      },
    });
  });

  it('counts what an expression does before it is done', () => {
    const limits = { maxSteps: 10_000, maxTextLength: 10_000 };
    const growing = parseExpression(`[@,@]${'|[@,@][]'.repeat(200)}`);
    expect(() => evaluate(growing, 1, limits)).toThrow(
      expect.objectContaining({ kind: 'size', message: 'it takes more than 10000 steps' }),
    );
  });

  it('says so of a value that is nested too deeply to be printed', () => {
    const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(selectFromText({ text, kind: 'json', expression: '@', maxBytes: 1e6 })).toEqual({
      ok: false,
      problem: { kind: 'size', message: 'the value is nested too deeply, or too large' },
    });
    expect(
      selectFromText({ text, kind: 'json', expression: 'length(@)', maxBytes: 10 }),
    ).toMatchObject({ json: '1' });
  });

  it('gives of every value the whole, and every member under its name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const whole = selectFromText({ text, kind: 'json', expression: '@', maxBytes: 1e6 });
        expect(whole).toMatchObject({ json: text });
        for (const [key, member] of Object.entries(value)) {
          const expression = JSON.stringify(key);
          const part = selectFromText({ text, kind: 'json', expression, maxBytes: 1e6 });
          expect(part).toMatchObject({ json: JSON.stringify(member) });
        }
      }),
    );
  });

  it.each([
    ['a.*.b.c', '{"a":{"x":{"b":{"c":2}}}}', '[2]'],
    ['a.*.b.c', '{"a":{}}', '[]'],
    ['a.*[0].*', '{"a":{"x":[{"y":1}]}}', '[[1]]'],
    ['sort_by(@, &k)[].n', '[{"k":1,"n":1},{"k":0,"n":2},{"k":1,"n":3}]', '[2,1,3]'],
  ])('projects %s of %s through every step, and sorts equals in their order', (text, of, is) => {
    expect(valueOf(text, parseJson(of))).toBe(is);
  });

  it('agrees with the reference implementation on random expressions over random values', () => {
    const { value, expression } = randomQuestions();
    fc.assert(
      fc.property(value, expression, (asked, text) => {
        let expected: string;
        try {
          expected = JSON.stringify(otherSearch(asked as never, text));
        } catch {
          return;
        }
        expect(valueOf(text, asked)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Small values and expressions over few names, so that they meet. */
function randomQuestions() {
  const names = fc.constantFrom('a', 'b', 'c');
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<JsonValue>(null, true, false, 0, 1, -2, '', 'x', 'yz'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;
  const expression = fc.letrec<{ any: string; path: string; name: string }>((tie) => ({
    name: names,
    path: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      names,
      fc.tuple(tie('path'), names).map(([path, name]) => `${path}.${name}`),
      tie('path').map((path) => `${path}[0]`),
      tie('path').map((path) => `${path}[-1]`),
      tie('path').map((path) => `${path}[]`),
      tie('path').map((path) => `${path}[*]`),
      tie('path').map((path) => `${path}[1:]`),
      tie('path').map((path) => `${path}[::-1]`),
      // In parentheses: after two further steps the reference gives null for a.*.b.c, which is a list.
      tie('path').map((path) => `(${path}.*)`),
      fc.tuple(tie('path'), names).map(([path, name]) => `(${path}.*.${name})`),
      fc.tuple(tie('path'), tie('any')).map(([path, any]) => `${path}[?${any}]`),
      fc.tuple(tie('path'), tie('any')).map(([path, any]) => `${path} | ${any}`),
      fc.tuple(tie('any'), names).map(([any, name]) => `(${any}).${name}`),
    ),
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('path'),
      fc.constantFrom('@', '`1`', "'x'", '`null`', '`[1]`', '*', '[*]', '[]', '[0]'),
      fc.tuple(tie('any'), tie('any')).map(([left, right]) => `${left} && ${right}`),
      fc.tuple(tie('any'), tie('any')).map(([left, right]) => `${left} || ${right}`),
      fc.tuple(tie('path'), tie('path')).map(([left, right]) => `${left} == ${right}`),
      fc.tuple(tie('path'), tie('path')).map(([left, right]) => `${left} != ${right}`),
      tie('any').map((any) => `(!(${any}))`),
      fc.tuple(tie('any'), tie('any')).map(([left, right]) => `[${left}, ${right}]`),
      fc.tuple(names, tie('any')).map(([name, any]) => `{${name}: ${any}}`),
      ...['length', 'keys', 'values', 'type', 'to_array', 'sort', 'reverse', 'max', 'sum'].map(
        (name) => tie('any').map((any) => `${name}(${any})`),
      ),
      fc.tuple(tie('any'), tie('any')).map(([left, right]) => `not_null(${left}, ${right})`),
      fc.tuple(tie('any'), tie('path')).map(([any, path]) => `map(&${path}, ${any})`),
      // A length hides the order of equals, which the reference turns round.
      fc.tuple(tie('any'), tie('path')).map(([any, path]) => `length(sort_by(${any}, &${path}))`),
    ),
  })).any;
  return { value, expression };
}
