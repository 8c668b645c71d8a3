import type { Json } from '@sluice/contracts';
import type { ValueTest } from './condition.js';
import type { Inspection } from './inspection.js';
import { matchTokens } from './match-tokens.js';
import { hasParentSegment, plainPath } from './path-spelling.js';
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

function testGlob(
  { glob, isCautious, isPath }: GlobTest,
  value: Scalar,
  inspection: Inspection,
): Truth {
  const text = String(value);
  // Only the last "*" is ever tried again: the product of both lengths is the most.
  const canSpend = ({ length }: string) => inspection.spend(length * glob.exact.length);
  if (!canSpend(text) || (isPath && hasParentSegment(text))) return 'unclear';
  if (!isCautious) {
    const points = typeof value === 'string' ? inspection.exact(text) : undefined;
    return points !== undefined && matchTokens(glob.exact, points) ? 'yes' : 'unclear';
  }
  for (const spelling of isPath ? pathSpellings(text) : [text]) {
    const folded = canSpend(spelling) ? inspection.folded(spelling) : undefined;
    if (folded === undefined) return 'unclear';
    const isAlike = folded.points.some((points) =>
      glob.folded.some((tokens) => matchTokens(tokens, points)),
    );
    if (isAlike) return 'unclear';
  }
  return 'no';
}

/** For one character and one instruction, in units of work. */
const regexUnits = 30;

/**
 * Certain where the whole text is what the expression says. Possible where any part of it is, or of
 * another spelling, with the expression read as widely as it goes.
 */
function testRegex(
  { exact, wide, isCautious, isPath }: RegexTest,
  value: Scalar,
  inspection: Inspection,
): Truth {
  const text = String(value);
  const canSpend = ({ length }: string) => inspection.spend(length * exact.size * regexUnits);
  if (!canSpend(text) || (isPath && hasParentSegment(text))) return 'unclear';
  if (!isCautious) return typeof value === 'string' && exact.isWhole(text) ? 'yes' : 'unclear';
  for (const path of isPath ? pathSpellings(text) : [text]) {
    if (!canSpend(path) || exact.isIn(path)) return 'unclear';
    const folded = inspection.folded(path);
    if (folded === undefined) return 'unclear';
    for (const spelling of folded.spellings)
      if (!canSpend(spelling) || wide.isIn(spelling)) return 'unclear';
  }
  return 'no';
}

function pathSpellings(text: string): readonly string[] {
  const plain = plainPath(text);
  return plain === text ? [text] : [text, plain];
}
