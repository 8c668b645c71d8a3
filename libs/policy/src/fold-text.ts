/**
 * The spellings in which deny and ask rules compare a text. Two names that differ only in case,
 * Unicode form, invisible characters, or in a character that programs must write as `_` (`-`, `.`,
 * `/`, a space …) share a spelling, so that no such difference carries a name past a rule, and a
 * rule may be written from the call path (`tools.my_server.get_issue`) as well as from the id.
 *
 * Several are needed because `?` counts code points: a composed letter is one, a decomposed one is
 * two, and full case folding makes two of `ß` as well. Lists of non-ASCII texts are aligned: the same
 * place is the same form. An ASCII text has one spelling, which stands for all of them.
 *
 * Characters map to `_` one to one and are never merged: `mcp__a__b_c` and `mcp__a_b__c` differ.
 *
 * @example foldText('Get-Issue') // ['get_issue']
 */
export function foldText(text: string): readonly string[] {
  if (isAscii.test(text)) return [text.toLowerCase().replace(notInAsciiName, '_')];
  return (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).flatMap((form) => {
    const normal = text.normalize(form);
    const visible = normal.replace(invisible, '');
    return [
      normal.replace(anyCodePoint, lowerOne),
      visible.replace(anyCodePoint, lowerOne),
      visible.replace(anyCodePoint, foldOne).normalize(form),
    ].map((spelling) => spelling.replace(notInName, '_'));
  });
}

const isAscii = /^[\0-\x7f]*$/;
const notInAsciiName = /[^a-z0-9_$]/g;
const notInName = /[^\p{ID_Continue}$]/gu;
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
