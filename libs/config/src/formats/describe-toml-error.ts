import type { SluiceError } from '@sluice/contracts';
import type { ParseError } from 'toml-eslint-parser';
import type { ConfigSource } from '../config-source.js';
import { duplicateKey } from './duplicate-key.js';
import { foundAt } from './found-at.js';
import { syntaxError } from './syntax-error.js';

/** The error to throw for the parser's: what was expected and what stands there, without any value. */
export function describeTomlError(source: ConfigSource, error: ParseError): SluiceError {
  const { offset, isValueMissing } = placeOf(source.text, error.index);
  if (/multiple times/.test(error.message)) {
    const key = /^[^\s=\].]{1,80}/.exec(source.text.slice(offset, offset + 80))?.[0] ?? '';
    return duplicateKey(source, {
      key: key.replace(/^["']|["']$/g, ''),
      keyOffset: offset,
      path: '',
    });
  }
  const sentence = isValueMissing ? 'Unspecified values' : error.message;
  const { expected, hint } = explanations.find(({ of }) => of.test(sentence)) ?? otherwise;
  const found = foundAt(source.text, offset);
  return syntaxError(source, offset, `expected ${expected}, found ${found}`, hint);
}

/** The parser counts the end of the file one too far, and looks for a missing value on the next line. */
function placeOf(text: string, index: number) {
  const offset = Math.min(index, text.length);
  const line = /=[^\S\r\n]*(?=[\r\n]\s*$)/.exec(text.slice(Math.max(0, offset - 200), offset));
  if (!line) return { offset, isValueMissing: false };
  return { offset: Math.max(0, offset - 200) + line.index + line[0].length, isValueMissing: true };
}

interface Explanation {
  readonly expected: string;
  readonly hint: string;
}

const otherwise: Explanation = {
  expected: 'TOML',
  hint: 'Write name = value, with texts in quotes, under [tables].',
};

/** By the parser's fixed sentences. */
const explanations: readonly (Explanation & { readonly of: RegExp })[] = [
  { of: /equal/, expected: '"=" after a name', hint: otherwise.hint },
  {
    of: /Unspecified values/,
    expected: 'a value',
    hint: 'Write a text in quotes, a number, true, false, a list or a table.',
  },
  {
    of: /Unterminated string/,
    expected: 'a closing quote on the same line',
    hint: 'Close the text with its quote.',
  },
  {
    of: /escape sequence/,
    expected: 'an escape that TOML has',
    hint: 'Write each backslash of a Windows path twice, or use single quotes.',
  },
  {
    of: /newline/,
    expected: 'the end of the line',
    hint: 'Write one name = value on each line.',
  },
  {
    of: /Control characters/,
    expected: 'no control character inside a text',
    hint: 'Write a tab as \\t and a line break as \\n.',
  },
  { of: /Unexpected character/, expected: 'a value or a name', hint: otherwise.hint },
];
