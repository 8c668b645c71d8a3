import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countJsonValues } from './count-json-values.js';
import { createJsonCounter } from './create-json-counter.js';

const encode = (text: string) => new TextEncoder().encode(text);

/** Counts the same text in pieces of so many bytes. */
function inPieces(text: string, pieceBytes: number, maxDepth: number, enough?: number) {
  const counter = createJsonCounter(maxDepth, enough);
  const bytes = encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    if (!counter.push(bytes.subarray(at, at + pieceBytes))) break;
  return counter.values();
}

describe('createJsonCounter()', () => {
  it('counts what countJsonValues() counts, wherever the pieces end', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '[', '{', ']', '}', ' ', 'a', 'é') }),
    );
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 6 }),
        (json, size, depth) => {
          expect(inPieces(json, size, depth)).toBe(countJsonValues(encode(json), depth));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('knows keys that lie across pieces', () => {
    const of = (key: (index: number) => string) =>
      `{${Array.from({ length: 3000 }, (_, index) => `"${key(index)}" :0`).join()}}`;
    const texts = [
      of((index) => `k${index}`),
      of(() => 'same'),
      of((index) => `${'é'.repeat(90)}${index}`),
    ];
    for (const text of texts)
      for (const size of [1, 5, 11])
        expect(inPieces(text, size, 2)).toBe(countJsonValues(encode(text), 2));
  });

  it('knows how deep it went', () => {
    const counter = createJsonCounter(Infinity);
    counter.push(encode('[{"a":["[[["]'));
    counter.push(encode('},[],[]]'));
    expect(counter.depth()).toBe(3);
  });

  it('ends where it has heard enough', () => {
    const counter = createJsonCounter(10, 5);
    expect(counter.push(encode('[1,2,'))).toBe(true);
    expect(counter.push(encode('3,4,5,6'))).toBe(false);
    expect(counter.push(encode(',7]'))).toBe(false);
    expect(counter.values()).toBe(6);
    expect(createJsonCounter(1).push(encode('[['))).toBe(false);
  });
});
