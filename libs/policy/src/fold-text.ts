import { foldCase } from './fold-case.js';

/**
 * The spellings in which deny and ask rules compare a name. Two names that differ only in case,
 * Unicode form, invisible characters, or in a character that programs must write as `_` (`-`, `.`,
 * `/`, a space …) share a spelling, so that no such difference carries a name past a rule, and a
 * rule may be written from the call path (`tools.my_server.get_issue`) as well as from the id.
 *
 * Characters map to `_` one to one and are never merged: `mcp__a__b_c` and `mcp__a_b__c` differ.
 *
 * @example foldText('Get-Issue') // ['get_issue']
 */
export function foldText(text: string): readonly string[] {
  const spellings = foldCase(text);
  if (spellings.length === 1) return spellings.map((one) => one.replace(notInAsciiName, '_'));
  return spellings.map((one) => one.replace(notInName, '_'));
}

const notInAsciiName = /[^a-z0-9_$]/g;
const notInName = /[^\p{ID_Continue}$]/gu;
