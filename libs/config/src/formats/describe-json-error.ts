import { createScanner, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { ConfigSource } from '../config-source.js';
import { quoteText } from '../quote-text.js';

/**
 * What was expected at a syntax error and what stands there instead. Values are never repeated, for
 * any of them may be a secret: only punctuation, JSON's own words and keys are.
 */
export function describeJsonError(
  source: ConfigSource,
  error: ParseError,
): { readonly message: string; readonly hint: string } {
  const surroundings = surroundingsOf(source.text, error.offset);
  const code = printParseErrorCode(error.error);
  const found = describeFound(source, surroundings, /Symbol|Name|Comma|Brace/.test(code));
  const { expected, hint } = explanations[code] ?? explainSymbol(surroundings);
  const opened = surroundings.found.kind === endOfFile ? surroundings.opened : undefined;
  if (opened === undefined) return { message: `expected ${expected}, found ${found}`, hint };
  const { line, column } = source.positionAt(opened.offset);
  return {
    message: `expected ${expected}, found ${found}; the "${source.text[opened.offset]}" at line ${line}, column ${column} is still open`,
    hint,
  };
}

interface Explanation {
  readonly expected: string;
  readonly hint: string;
}

const quoting = 'Write names and texts in double quotes.';

/** By the name of jsonc-parser's error code. */
const explanations: Readonly<Record<string, Explanation | undefined>> = {
  PropertyNameExpected: { expected: 'a name in double quotes', hint: quoting },
  ValueExpected: {
    expected: 'a value',
    hint: 'Write a text in double quotes, a number, true, false, null, an object or a list.',
  },
  ColonExpected: { expected: '":"', hint: 'Put a colon between a name and its value.' },
  CommaExpected: { expected: '","', hint: 'Put a comma between two entries.' },
  CloseBraceExpected: { expected: '"}"', hint: 'Close every "{" with a "}".' },
  CloseBracketExpected: { expected: '"]"', hint: 'Close every "[" with a "]".' },
  EndOfFileExpected: {
    expected: 'the end of the file',
    hint: 'A configuration is one object; remove what stands behind it.',
  },
  UnexpectedEndOfComment: { expected: '"*/"', hint: 'Close the comment with "*/".' },
  UnexpectedEndOfString: {
    expected: 'a closing double quote on the same line',
    hint: 'Close the text with a double quote; write a line break as \\n and a double quote as \\".',
  },
  UnexpectedEndOfNumber: { expected: 'a digit', hint: 'Complete the number.' },
  InvalidNumberFormat: { expected: 'a number', hint: 'Write the number as 12, -1.5 or 1e3.' },
  InvalidUnicode: {
    expected: '\\u with four hexadecimal digits',
    hint: 'Write each backslash of a Windows path twice, or use slashes.',
  },
  InvalidEscapeCharacter: {
    expected: 'one of " \\ / b f n r t u after a backslash',
    hint: 'Write each backslash of a Windows path twice, or use slashes.',
  },
  InvalidCharacter: {
    expected: 'no control character inside a text',
    hint: 'Write a tab as \\t and a line break as \\n.',
  },
};

/** `InvalidSymbol` and the like: what is expected depends on what stands before. */
function explainSymbol({ before, opened }: Surroundings): Explanation {
  const wantsName =
    opened?.kind === openBrace && (before?.kind === openBrace || before?.kind === comma);
  return wantsName
    ? { expected: 'a name in double quotes', hint: quoting }
    : { expected: 'a JSON value', hint: quoting };
}

interface Token {
  readonly kind: number;
  readonly offset: number;
  readonly length: number;
}

interface Surroundings {
  readonly before: Token | undefined;
  readonly found: Token;
  readonly after: Token | undefined;
  /** The innermost `{` or `[` that is open at the error. */
  readonly opened: Token | undefined;
}

function surroundingsOf(text: string, offset: number): Surroundings {
  const scanner = createScanner(text, true);
  const next = (): Token => ({
    kind: scanner.scan(),
    offset: scanner.getTokenOffset(),
    length: scanner.getTokenLength(),
  });
  const open: Token[] = [];
  let before: Token | undefined;
  let found = next();
  while (found.kind !== endOfFile && found.offset < offset) {
    if (found.kind === openBrace || found.kind === openBracket) open.push(found);
    if (found.kind === closeBrace || found.kind === closeBracket) open.pop();
    before = found;
    found = next();
  }
  return {
    before,
    found,
    after: found.kind === endOfFile ? undefined : next(),
    opened: open.at(-1),
  };
}

/** @param mayBeKey false for errors inside a text: its ends are not known then */
function describeFound(
  source: ConfigSource,
  surroundings: Surroundings,
  mayBeKey: boolean,
): string {
  const { found } = surroundings;
  const written = source.text.slice(found.offset, found.offset + found.length);
  if (found.kind === endOfFile) return 'the end of the file';
  if (found.kind <= colon || (found.kind >= nullWord && found.kind <= falseWord))
    return `"${written}"`;
  if (mayBeKey && isKey(source, surroundings))
    return `the key ${quoteText(written.replace(/^"|"$/g, ''))}`;
  if (found.kind === text) return 'a text in quotes';
  if (found.kind === number) return 'a number';
  return written.startsWith("'") ? 'a text in single quotes' : 'an unquoted word';
}

/** Whether a word stands where a key stands: before a colon, and not in the place of a value. */
function isKey(source: ConfigSource, { before, found, after }: Surroundings): boolean {
  if (after?.kind !== colon || before === undefined || found.length > 80) return false;
  if ([openBrace, closeBrace, closeBracket, comma].includes(before.kind)) return true;
  const between = source.text.slice(before.offset + before.length, found.offset);
  return before.kind !== colon && /[\r\n]/.test(between);
}

// The kinds of jsonc-parser's SyntaxKind: an ambient const enum, out of reach with isolatedModules.
const openBrace = 1;
const closeBrace = 2;
const openBracket = 3;
const closeBracket = 4;
const comma = 5;
const colon = 6;
const nullWord = 7;
const falseWord = 9;
const text = 10;
const number = 11;
const endOfFile = 17;
