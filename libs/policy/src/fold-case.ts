import { isAscii } from './is-ascii.js';

/**
 * The spellings in which deny and ask rules compare a text: whatever its case and Unicode form, with
 * and without invisible characters.
 *
 * Several are needed because `?` counts code points: a composed letter is one, a decomposed one is
 * two, and full case folding makes two of `ß` as well. Lists of non-ASCII texts are aligned: the same
 * place is the same form. An ASCII text has one spelling, which stands for all of them.
 *
 * @example foldCase('STRASSE') // ['strasse']
 */
export function foldCase(text: string): readonly string[] {
  if (isAscii(text)) return [text.toLowerCase()];
  return (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).flatMap((form) => {
    const normal = text.normalize(form);
    const visible = normal.replace(invisible, '');
    return [
      normal.replace(anyCodePoint, lowerOne),
      visible.replace(anyCodePoint, lowerOne),
      visible.replace(anyCodePoint, foldOne).normalize(form),
    ];
  });
}

const anyCodePoint = /[^]/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Lower case where that is one code point again, else the character itself: the length is kept. */
function lowerOne(character: string): string {
  const lower = plainSigma(character.toLowerCase());
  return isOneCodePoint(lower) ? lower : character;
}

/** Full case folding through both cases: `ß`, `ẞ` and `ss` become equal, and so do `ſ` and `s`. */
function foldOne(character: string): string {
  return plainSigma(character.toLowerCase().toUpperCase().toLowerCase());
}

function plainSigma(text: string): string {
  return text.replace(/ς/g, 'σ');
}

function isOneCodePoint(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}
