import type { Json } from '@sluice/contracts';
import type { CompiledCondition, FieldTest } from './condition.js';
import type { Effort } from './effort.js';
import { fieldsAt } from './fields-at.js';
import type { Field } from './fields-at.js';
import { testValue } from './test-value.js';
import { truthOfAny, truthOfEach } from './truth.js';
import type { Truth } from './truth.js';

/** Whether the arguments of a call meet a condition. */
export function testCondition(
  { keys, test }: CompiledCondition,
  args: Json,
  effort: Effort,
): Truth {
  const { fields, isDisputed } = fieldsAt(args, keys, effort);
  const truth = truthOfEach(fields.map((field) => testField(test, field, effort)));
  // Which spelling of a key counts is up to the upstream: nothing is certain but that none fits.
  return isDisputed && truth === 'yes' ? 'unclear' : truth;
}

function testField(test: FieldTest, field: Field, effort: Effort): Truth {
  if (field.kind === 'opaque') return 'unclear';
  if (test.kind === 'present') return testPresence(test.wanted, field);
  return field.kind === 'missing' ? 'no' : testItems(test, field.value, effort, 0);
}

/** `null` is there, but to many upstreams it says that nothing is. */
function testPresence(wanted: boolean, field: Exclude<Field, { kind: 'opaque' }>): Truth {
  if (field.kind === 'value' && field.value === null) return 'unclear';
  return (field.kind === 'value') === wanted ? 'yes' : 'no';
}

/** Deeper lists within lists are not looked into. */
const maxNesting = 16;

/** A list is tested element by element. */
function testItems(
  test: Extract<FieldTest, { kind: 'any' }>,
  value: Json,
  effort: Effort,
  nesting: number,
): Truth {
  if (!Array.isArray(value))
    return truthOfAny(test.tests.map((one) => testValue(one, value, effort)));
  if (nesting === maxNesting) return 'unclear';
  const truths = new Set<Truth>();
  for (const item of value as readonly Json[]) {
    if (!effort.spend(itemUnits)) return 'unclear';
    truths.add(testItems(test, item, effort, nesting + 1));
    if (truths.size > 1) return 'unclear';
  }
  return truthOfEach([...truths]);
}

/** Looking at one element, in units of effort. */
const itemUnits = 20;
