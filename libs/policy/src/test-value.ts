import type { Json } from '@sluice/contracts';
import { codePoints } from './code-points.js';
import type { ValueTest } from './condition.js';
import type { Effort } from './effort.js';
import { foldCase } from './fold-case.js';
import type { Glob } from './glob.js';
import { matchTokens } from './match-tokens.js';
import { testNumber } from './test-number.js';
import type { Truth } from './truth.js';

/**
 * Whether one value, no list, is what a rule asks for. Certain only where it has the kind that is
 * asked for; what an upstream may take for it is `unclear`, and so is what cannot be compared. `null`
 * counts as a missing value: `no`.
 */
export function testValue(test: ValueTest, value: Json, effort: Effort): Truth {
  if (value === null) return 'no';
  if (typeof value === 'object') return 'unclear';
  switch (test.kind) {
    case 'glob':
      return testGlob(test.glob, value, effort);
    case 'flag':
      if (typeof value !== 'boolean') return 'unclear';
      return value === test.wanted ? 'yes' : 'no';
    case 'range':
      return testNumber(test, value);
    default:
      return test satisfies never;
  }
}

function testGlob(glob: Glob, value: string | number | bigint | boolean, effort: Effort): Truth {
  const text = String(value);
  if (!effort.spend(text.length * foldUnits)) return 'unclear';
  if (typeof value === 'string' && matchTokens(glob.exact, codePoints(text))) return 'yes';
  const isAlike = foldCase(text)
    .map(codePoints)
    .some((points) => glob.folded.some((tokens) => matchTokens(tokens, points)));
  return isAlike ? 'unclear' : 'no';
}

const foldUnits = 20;
