import { selectFromText } from './select-from-text.js';
import { parseJson, printJson } from '@sluice/json-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchText } from './search-text.js';

const options = { isRegex: false, limit: 10, maxExcerptLength: 20 };
const inText = (text: string, query: string, more: Partial<typeof options> = {}) =>
  searchText({ text, kind: 'text', query, ...options, ...more });
const inJson = (value: unknown, query: string, more: Partial<typeof options> = {}) =>
  searchText({ text: JSON.stringify(value), kind: 'json', query, ...options, ...more });

describe('searchText()', () => {
  it('finds lines of a text, with number, offset in bytes and content', () => {
    const text = 'žluť\nneedle one\r\nhay\n\nlast needle';
    expect(inText(text, 'needle')).toEqual({
      ok: true,
      matches: [
        { kind: 'line', line: 2, offset: 7, excerpt: 'needle one' },
        { kind: 'line', line: 5, offset: 24, excerpt: 'last needle' },
      ],
      total: 2,
      isWhole: true,
    });
    expect(Buffer.from(text).subarray(24).toString()).toBe('last needle');
  });

  it.each([
    ['a trailing newline makes a line more', 'x\n', '^$', 2],
    ['an empty text has one', '', '^$', 1],
    ['anchors hold for lines', 'ab\nb', '^b', 2],
  ])('counts lines as editors do: %s', (_, text, query, line) => {
    expect(inText(text, query, { isRegex: true })).toMatchObject({ matches: [{ line }], total: 1 });
  });

  it('shows of a long line the part around the match, whole characters only', () => {
    const text = `${'🦆'.repeat(30)}needle${'🦆'.repeat(30)}`;
    const output = inText(text, 'needle', { maxExcerptLength: 21 });
    expect(output).toMatchObject({ matches: [{ excerpt: '…🦆🦆needle🦆🦆🦆🦆🦆…' }] });
  });

  it('gives so many matches and counts the others', () => {
    expect(inText('a\n'.repeat(1000), 'a', { limit: 2 })).toMatchObject({
      matches: [{ line: 1 }, { line: 2 }],
      total: 1000,
      isWhole: true,
    });
  });

  it('finds leaves of a value by what they hold or by their key, with the path that selects them', () => {
    const value = {
      rows: [{ name: 'Ann', id: 70 }, { name: 'Bob' }],
      'unit-price': 7,
      'a"b': { name: [] },
      deep: [[true, null, {}]],
    };
    const paths = (query: string) => {
      const output = inJson(value, query);
      return output.ok
        ? output.matches.map((match) => match.kind === 'leaf' && [match.path, match.excerpt])
        : output;
    };
    expect(paths('7')).toEqual([
      ['rows[0].id', '70'],
      ['"unit-price"', '7'],
    ]);
    expect(paths('name')).toEqual([
      ['rows[0].name', '"Ann"'],
      ['rows[1].name', '"Bob"'],
      ['"a\\"b".name', '[]'],
    ]);
    expect(paths('true')).toEqual([['deep[0][0]', 'true']]);
    expect(paths('null')).toEqual([['deep[0][1]', 'null']]);
    expect(inJson('just a text', 'text')).toMatchObject({ matches: [{ path: '@' }] });
  });

  it('finds long integers by all their digits', () => {
    const output = searchText({
      text: '{"id":12345678901234567890}',
      kind: 'json',
      query: '67890',
      ...options,
    });
    expect(output).toMatchObject({ matches: [{ path: 'id', excerpt: '12345678901234567890' }] });
  });

  it('gives paths that select the very value that was found, whatever the keys', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'a.b', '"', '$'),
    );
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant('needle'),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (found) => {
        const text = printJson(parseJson(JSON.stringify(found)));
        const output = searchText({ text, kind: 'json', query: 'needle', ...options });
        if (!output.ok) throw new Error(output.problem.message);
        for (const match of output.matches)
          if (match.kind === 'leaf' && match.excerpt === '"needle"')
            expect(
              selectFromText({ text, kind: 'json', expression: match.path, maxBytes: 100 }),
            ).toMatchObject({ json: '"needle"' });
        expect(output.total).toBe(text.split('needle').length - 1);
      }),
    );
  });

  it.each([
    ['', false, 'syntax', 'it is empty', undefined],
    [
      '(a',
      true,
      'syntax',
      'cannot be read: missing closing ): `(a`',
      'It is an expression of RE2: Perl without back-references and look-around.',
    ],
  ])('refuses the query %j', (query, isRegex, kind, message, hint) => {
    expect(inText('abc', query, { isRegex })).toEqual({
      ok: false,
      problem: { kind, message, position: 1, ...(hint === undefined ? {} : { hint }) },
    });
  });

  it('ends a search that would take too long, with what it has found', () => {
    const text = `${'a'.repeat(1000)}b\n${`${'a'.repeat(10_000)}\n`.repeat(300)}`;
    expect(inText(text, '(?:a?){300}b', { isRegex: true })).toMatchObject({
      ok: true,
      total: 1,
      isWhole: false,
    });
    expect(inText(text.slice(1002), '(?:a?){300}b', { isRegex: true })).toEqual({
      ok: false,
      problem: { kind: 'size', message: 'the search takes too long' },
    });
  });
});
