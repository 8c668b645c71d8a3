import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createArgumentCheck } from './create-argument-check.js';

/** Numbers that look random and are the same each time (a linear congruential generator). */
function createDice(seed: number) {
  let state = seed;
  const below = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  const pick = <T>(values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];
  const some = <T>(least: number, most: number, make: () => T): T[] =>
    Array.from({ length: least + below(most - least + 1) }, make);
  return { below, pick, some };
}

const dice = createDice(20261130);
const { pick, some, below } = dice;
const name = () => pick(['a', 'b', 'c']);
const scalar = () => pick<unknown>(['', 'a', 'ab', 'x-1', '🧪', -1, 0, 1, 2.5, 10, true, null]);
const named = <T>(make: () => T) => Object.fromEntries(some(1, 3, () => [name(), make()]));

function randomValue(depth = 0): unknown {
  const kind = depth > 2 ? 0 : below(4);
  if (kind < 2) return scalar();
  return kind === 2
    ? some(0, 3, () => randomValue(depth + 1))
    : named(() => randomValue(depth + 1));
}

/** A schema of one to three keywords of all that are checked. */
function randomSchema(depth = 0): unknown {
  if (depth > 3 || below(12) === 0) return pick([true, true, false]);
  const next = () => randomSchema(depth + 1);
  const keywords: [string, () => unknown][] = [
    ['type', () => pick<unknown>(['string', 'number', 'integer', 'boolean', 'null'])],
    ['type', () => pick<unknown>(['object', 'array', ['string', 'null'], ['object', 'array']])],
    ['enum', () => [...new Set([scalar(), scalar()])]],
    ['const', scalar],
    ['minimum', () => below(4)],
    ['exclusiveMaximum', () => below(4)],
    ['multipleOf', () => pick([1, 2, 0.5])],
    ['minLength', () => below(3)],
    ['maxLength', () => below(3)],
    ['pattern', () => pick(['^a', 'b$', '^[a-z]+-\\d$', '^(?!a)'])],
    ['minItems', () => below(3)],
    ['maxItems', () => below(3)],
    ['uniqueItems', () => true],
    ['items', next],
    ['prefixItems', () => some(1, 2, next)],
    ['contains', next],
    ['properties', () => named(next)],
    ['properties', () => named(next)],
    ['required', () => [name()]],
    ['additionalProperties', next],
    ['patternProperties', () => ({ [pick(['^a', 'c'])]: next() })],
    ['propertyNames', next],
    ['minProperties', () => below(3)],
    ['maxProperties', () => below(3)],
    ['dependentRequired', () => ({ [name()]: [name()] })],
    ['anyOf', () => some(1, 3, next)],
    ['oneOf', () => some(1, 3, next)],
    ['allOf', () => some(1, 2, next)],
    ['not', next],
    ['if', next],
    ['then', next],
    ['else', next],
    ['$ref', () => pick(['#/$defs/d', '#/$defs/e'])],
  ];
  return Object.fromEntries(
    some(1, 3, () => {
      const [keyword, make] = keywords[below(keywords.length)] ?? ['type', () => 'string'];
      return [keyword, make()];
    }),
  );
}

describe('createArgumentCheck() beside ajv', () => {
  it('refuses nothing that ajv accepts, and most of what it refuses', { timeout: 60_000 }, () => {
    let accepted = 0;
    let refused = 0;
    let found = 0;
    for (let round = 0; round < 120; round++) {
      const root = {
        type: 'object',
        properties: { x: randomSchema() },
        $defs: { d: randomSchema(1), e: randomSchema(1) },
      };
      const validate = compile(root);
      const check = createArgumentCheck(root);
      for (const x of some(8, 8, () => randomValue())) {
        const problems = check.problemsOf({ x });
        const isRight = validate({ x });
        if (isRight === true) expect({ root, x, problems }).toEqual({ root, x, problems: [] });
        accepted += isRight === true ? 1 : 0;
        refused += isRight === false ? 1 : 0;
        found += isRight === false && problems.length > 0 ? 1 : 0;
      }
    }
    expect(accepted).toBeGreaterThan(150);
    expect(refused).toBeGreaterThan(150);
    expect(found / refused).toBeGreaterThan(0.9);
  });
});

/** Undefined where ajv gives none: a reference that leads to itself ends in its stack. */
function compile(root: object): (args: unknown) => boolean | undefined {
  try {
    const validate = new Ajv2020({ strict: false, logger: false }).compile(root);
    return (args) => {
      try {
        return validate(args);
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}
