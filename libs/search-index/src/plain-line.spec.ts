import { describe, expect, it } from 'vitest';
import { plainLine } from './plain-line.js';

describe('plainLine()', () => {
  it.each([
    ['line\r\nbreaks\u2028of\u2029all\u0085kinds', 'line breaks of all kinds'],
    ['  tabs\t\tand   spaces ', 'tabs and spaces'],
    ['ends /* a */ comment', 'ends /* a * / comment'],
    ['ends *\u200b/ it in hiding', 'ends * / it in hiding'],
    ['\u001b[31mred\u001b[0m \u001b]0;title\u0007and \u001b]8;;x\u001b\\link', 'red and link'],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
    ['zero\u200bwidth \u202eturned\u202c', 'zerowidth turned'],
    ['[brackets] stay\n[after a break]', '[brackets] stay [after a break]'],
    ['日本語 and 🧪 stay', '日本語 and 🧪 stay'],
  ])('makes %j harmless', (text, expected) => {
    expect(plainLine(text, 200)).toBe(expected);
  });

  it('cuts at a word, with an ellipsis, within the length', () => {
    expect(plainLine('one two three four', 15)).toBe('one two three…');
    expect(plainLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('cuts no pair of surrogates in two', () => {
    expect(plainLine('🧪'.repeat(20), 10)).toBe(`${'🧪'.repeat(4)}…`);
  });

  it('says that a text goes on even where its start is only space', () => {
    expect(plainLine(`${' '.repeat(100_000)}text`, 10)).toBe('…');
  });
});
