import type { Json } from '@sluice/contracts';
import type { CompiledCondition, FieldTest } from './condition.js';
import { fieldsAt } from './fields-at.js';
import type { Field } from './fields-at.js';
import type { Inspection } from './inspection.js';
import { testValue } from './test-value.js';
import { truthOfAny, truthOfEach } from './truth.js';
import type { Truth } from './truth.js';

/** Whether the arguments of a call meet a condition. */
export function testCondition(
  { path, keys, test }: CompiledCondition,
  inspection: Inspection,
): Truth {
  const { fields, isDisputed } = inspection.once(path, () => fieldsAt(keys, inspection));
  const truth = truthOfEach(fields, (field) => testField(test, field, inspection));
  // Which spelling of a key counts is up to the upstream: all that is certain is that no value fits.
  const isCertain = !isDisputed || (truth === 'no' && test.kind !== 'present');
  return isCertain ? truth : 'unclear';
}

function testField(test: FieldTest, field: Field, inspection: Inspection): Truth {
  if (field.kind === 'opaque') return 'unclear';
  if (test.kind === 'present') return testPresence(test.wanted, field);
  return field.kind === 'missing' ? 'no' : testItems(test, field.value, inspection, 0);
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
  { tests }: Extract<FieldTest, { kind: 'any' }>,
  value: Json,
  inspection: Inspection,
  nesting: number,
): Truth {
  if (!isList(value)) return truthOfAny(tests, (test) => testValue(test, value, inspection));
  if (nesting === maxNesting) return 'unclear';
  return truthOfEach(value, (item) =>
    inspection.spend(itemUnits)
      ? testItems({ kind: 'any', tests }, item, inspection, nesting + 1)
      : 'unclear',
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Looking at one element, in units of work. */
const itemUnits = 60;
