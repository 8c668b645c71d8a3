import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text.js';
import { redactionPieces } from './redaction-pieces.js';

/** What secrets are made of, and what stands around them. */
const parts =
  'token|api_key|bearer|Basic|abcdefgh|sk-abcdef|ghp_01234567|eyJhbGciOiJI.eyJz.c2l|https://|ann|:|@|/|=|"|\'|,|;|&|-|.| |\n|\t |7|80/|,"id":"|":"'.split(
    '|',
  );

function* texts(count: number): Generator<string> {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  for (let left = count; left > 0; left -= 1)
    yield Array.from({ length: 1 + (next() % 24) }, () => parts[next() % parts.length]).join('');
}

describe('redactionPieces()', () => {
  it('cuts a text nowhere that a secret could hide in', () => {
    for (const text of texts(20_000)) {
      const pieces = redactionPieces(text, 1);
      expect(pieces.join('')).toBe(text);
      expect(pieces.map(redactText).join('')).toBe(redactText(text));
    }
  });

  it.each([
    ['lines', 'at x.run (/srv/x.js:1:2)\n'],
    ['words', 'one and another '],
    ['JSON without spaces', '{"name":"value","more":[1,2]},'],
  ])('cuts %s into pieces of about the length that was asked for', (_, part) => {
    const text = part.repeat(10_000);
    const pieces = redactionPieces(text, 1000);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1100);
  });

  it('leaves whole what has no place to cut', () => {
    const text = 'm'.repeat(1_000_000);
    expect(redactionPieces(text, 1000)).toEqual([text]);
  });
});
