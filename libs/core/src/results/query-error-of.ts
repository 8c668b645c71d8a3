import type { QueryProblem } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';

/** Longest part of an expression that is quoted, in UTF-16 code units. */
const maxQuoted = 200;

/** What is wrong with an expression or a search, with the expression and the place in it. */
export function queryErrorOf(
  action: string,
  expression: string,
  { kind, message, position, hint, member }: QueryProblem,
): SluiceError {
  const code = kind === 'syntax' ? 'QUERY_INVALID' : 'QUERY_FAILED';
  const place = position === undefined ? '' : ` at position ${position}`;
  const owner = member === undefined ? '' : ` of ${JSON.stringify(member)}`;
  return new SluiceError(
    code,
    `Cannot ${action}: in the expression ${quoted(expression, position)}${owner}: ${message}${place}`,
    hint === undefined ? {} : { hint },
  );
}

/** Around its place where it is too long to be shown. */
function quoted(expression: string, position = 1): string {
  if (expression.length <= maxQuoted) return JSON.stringify(expression);
  const start = Math.max(0, Math.min(position - maxQuoted / 2, expression.length - maxQuoted));
  const part = JSON.stringify(expression.slice(start, start + maxQuoted));
  return `${start > 0 ? '…' : ''}${part}${start + maxQuoted < expression.length ? '…' : ''}`;
}
