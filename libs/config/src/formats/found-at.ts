import { quoteText } from '../quote-text.js';

/**
 * What stands at a place of a YAML or TOML text, for an error. Values are never repeated, for any of
 * them may be a secret: only punctuation and keys are.
 *
 * @example foundAt('a = 1\n"b" 2', 6) // '"\\""'
 */
export function foundAt(text: string, offset: number): string {
  const character = text[offset];
  if (character === undefined) return 'the end of the file';
  if (character === '\n' || character === '\r') return 'the end of the line';
  if (character === '\t') return 'a tab';
  const key = /^([A-Za-z_][\w-]{0,63})[^\S\r\n]*(?:=|:(?:\s|$))/.exec(
    text.slice(offset, offset + 128),
  )?.[1];
  if (key !== undefined) return `the key ${quoteText(key)}`;
  if (/[^\p{L}\p{M}\p{N}\s]/u.test(character)) return quoteText(character);
  return character === ' ' ? 'a space' : 'other text';
}
