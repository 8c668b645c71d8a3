import { parseJson } from '@sluice/json-text';
import { QueryError } from './query-error.js';
import { signs } from './token.js';
import type { Token } from './token.js';

/** Longest expression, in UTF-16 code units; no honest one comes near. */
const maxLength = 16_384;

const space = /[ \t\n\r]*/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const variable = /\$[A-Za-z_][A-Za-z0-9_]*/y;
const quoted = /"(?:[^"\\]|\\[^])*"/y;
const raw = /'(?:[^'\\]|\\[^])*'/y;
const literal = /`(?:[^`\\]|\\[^])*`/y;
const number = /-?\d+/y;
const sign = new RegExp(signs.map((text) => text.replace(/[^\w]/g, '\\$&')).join('|'), 'y');

/**
 * The tokens of a JMESPath expression, the last of the kind `end`.
 *
 * @throws QueryError `syntax`
 */
export function tokenize(text: string): readonly Token[] {
  if (text.length > maxLength)
    throw new QueryError('syntax', `it has more than ${maxLength} characters`, maxLength);
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const token = readToken(text, at, tokens.at(-1));
    tokens.push(token);
    at = skipSpace(text, token.end);
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, start: number, before: Token | undefined): Token {
  const take = (pattern: RegExp) => {
    pattern.lastIndex = start;
    return pattern.exec(text)?.[0];
  };
  const first = text.charAt(start);
  const word = take(name);
  if (word !== undefined) return { kind: 'name', name: word, start, end: start + word.length };
  const variableWord = take(variable);
  if (variableWord !== undefined) {
    const end = start + variableWord.length;
    return { kind: 'variable', name: variableWord.slice(1), start, end };
  }
  if (first === '"') return readQuoted(start, take(quoted));
  if (first === "'") return readRaw(start, take(raw));
  if (first === '`') return readLiteral(start, take(literal));
  refuseHyphen(text, start, before);
  const digits =
    first === '-' && before !== undefined && endsValue(before) ? undefined : take(number);
  if (digits !== undefined)
    return { kind: 'number', value: Number(digits), start, end: start + digits.length };
  const kind = take(sign) as (typeof signs)[number] | undefined;
  if (kind === undefined)
    throw new QueryError('syntax', `unexpected ${JSON.stringify(first)}`, start);
  return { kind, start, end: start + kind.length };
}

/** A `-` after one of these is minus, not the sign of a number. */
function endsValue({ kind }: Token): boolean {
  return [
    'name',
    'variable',
    'quoted',
    'number',
    'literal',
    ')',
    ']',
    '[]',
    '}',
    '@',
    '$',
    '*',
  ].includes(kind);
}

/** `unit-price` is one name to whoever writes it, and a subtraction to the grammar: neither is guessed. */
function refuseHyphen(text: string, at: number, before: Token | undefined): void {
  const isGlued = before?.kind === 'name' && before.end === at;
  if (!isGlued || !/^-[A-Za-z0-9_]/.test(text.slice(at, at + 2))) return;
  const whole = `${before.name}${/^[-A-Za-z0-9_]*/.exec(text.slice(at))?.[0] ?? ''}`;
  throw new QueryError(
    'syntax',
    'unexpected "-"',
    at,
    `Put a name with a hyphen in double quotes: "${whole}". A subtraction has spaces around its minus.`,
  );
}

function readQuoted(start: number, found: string | undefined): Token {
  if (found === undefined) throw unclosed('"', start);
  const end = start + found.length;
  try {
    return { kind: 'quoted', name: JSON.parse(found) as string, start, end };
  } catch {
    throw new QueryError('syntax', `${found} is no JSON string`, start);
  }
}

function readRaw(start: number, found: string | undefined): Token {
  if (found === undefined) throw unclosed("'", start);
  const value = found.slice(1, -1).replace(/\\(['\\])/g, '$1');
  return { kind: 'literal', value, start, end: start + found.length };
}

function readLiteral(start: number, found: string | undefined): Token {
  if (found === undefined) throw unclosed('`', start);
  const json = found.slice(1, -1).replaceAll('\\`', '`');
  try {
    return { kind: 'literal', value: parseJson(json), start, end: start + found.length };
  } catch {
    const hint =
      'Between backticks stands JSON: `5`, `true`, `"text"`. A text may also stand in single quotes: \'text\'.';
    throw new QueryError('syntax', `${found} is no JSON literal`, start, hint);
  }
}

function unclosed(quote: string, start: number): QueryError {
  return new QueryError('syntax', `the ${quote} is never closed`, start);
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}
