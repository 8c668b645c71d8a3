import type { Json } from '@sluice/contracts';
import type { ValueTest } from './condition.js';
import type { Inspection } from './inspection.js';
import { matchTokens } from './match-tokens.js';
import { testNumber } from './test-number.js';
import type { Truth } from './truth.js';

/**
 * Whether one value, no list, is what a rule asks for. Certain only where it has the kind that is
 * asked for; what an upstream may take for it is `unclear`, and so is what cannot be compared. `null`
 * counts as a missing value: `no`.
 */
export function testValue(test: ValueTest, value: Json, inspection: Inspection): Truth {
  if (value === null) return 'no';
  if (typeof value === 'object') return 'unclear';
  switch (test.kind) {
    case 'glob':
      return testGlob(test, value, inspection);
    case 'regex':
      return testRegex(test, value, inspection);
    case 'flag':
      if (typeof value !== 'boolean') return 'unclear';
      return value === test.wanted ? 'yes' : 'no';
    case 'range':
      return testNumber(test, value);
    default:
      return test satisfies never;
  }
}

type GlobTest = Extract<ValueTest, { kind: 'glob' }>;
type RegexTest = Extract<ValueTest, { kind: 'regex' }>;
type Scalar = string | number | bigint | boolean;

function testGlob({ glob, isCautious }: GlobTest, value: Scalar, inspection: Inspection): Truth {
  const text = String(value);
  // Only the last "*" is ever tried again: the product of both lengths is the most.
  if (!inspection.spend(text.length * glob.exact.length)) return 'unclear';
  if (!isCautious) {
    const points = typeof value === 'string' ? inspection.exact(text) : undefined;
    return points !== undefined && matchTokens(glob.exact, points) ? 'yes' : 'unclear';
  }
  const folded = inspection.folded(text);
  if (folded === undefined) return 'unclear';
  const isAlike = folded.points.some((points) =>
    glob.folded.some((tokens) => matchTokens(tokens, points)),
  );
  return isAlike ? 'unclear' : 'no';
}

/** For one character and one instruction, in units of work. */
const regexUnits = 30;

/**
 * Certain where the whole text is what the expression says. Possible where any part of it is, or of
 * another spelling, with the expression read as widely as it goes.
 */
function testRegex(
  { exact, wide, isCautious }: RegexTest,
  value: Scalar,
  inspection: Inspection,
): Truth {
  const text = String(value);
  const canSpend = ({ length }: string) => inspection.spend(length * exact.size * regexUnits);
  if (!canSpend(text)) return 'unclear';
  if (!isCautious) return typeof value === 'string' && exact.isWhole(text) ? 'yes' : 'unclear';
  if (exact.isIn(text)) return 'unclear';
  for (const spelling of inspection.folded(text)?.spellings ?? [])
    if (!canSpend(spelling) || wide.isIn(spelling)) return 'unclear';
  return inspection.folded(text) === undefined ? 'unclear' : 'no';
}
