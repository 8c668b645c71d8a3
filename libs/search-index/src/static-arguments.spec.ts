import type { StaticType, StaticValue } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createArgumentCheck } from './create-argument-check.js';

const position = { line: 1, column: 1 };
const some = (...types: StaticType[]): StaticValue => ({
  kind: 'some',
  types,
  isDeclared: false,
  position,
});
const said = (...types: StaticType[]): StaticValue => ({
  kind: 'some',
  types,
  isDeclared: true,
  position,
});

/** Static values stand for themselves; everything else is known. */
function known(value: unknown, isOpen = false): StaticValue {
  if (Array.isArray(value))
    return { kind: 'array', elements: value.map((one) => known(one)), position };
  if (typeof value !== 'object' || value === null)
    return { kind: 'literal', value: value as string, position };
  if ('kind' in value) return value as StaticValue;
  const members = Object.entries(value).map(([name, one]) => ({ name, value: known(one) }));
  return { kind: 'object', members, isOpen, position };
}

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    state: { enum: ['open', 'closed'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    to: { anyOf: [{ enum: ['me', 'all'] }, { type: 'null' }] },
    name: { type: 'string', pattern: '^x', minLength: 3 },
    where: { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
    maybe: { type: 'string', nullable: true },
  },
  required: ['id'],
  additionalProperties: false,
};

function problems(args: StaticValue, trust: 'sure' | 'declared' = 'sure', of: unknown = schema) {
  return createArgumentCheck(of)
    .problemsOfStatic(args, trust)
    .map(({ path, text }) => `${path} ${text}`);
}

describe('problemsOfStatic()', () => {
  it.each<[string, unknown]>([
    ['an integer that is a number', { id: some('number') }],
    ['one that may be anything', { id: some() }],
    ['one of two types', { id: some('string', 'number') }],
    ['a text for a list of texts', { id: 1, state: some('string') }],
    ['a text for a list of texts or null', { id: 1, to: some('string') }],
    ['null for the same', { id: 1, to: some('null') }],
    ['a text for a pattern', { id: 1, name: some('string') }],
    ['an array of anything', { id: 1, tags: some('array') }],
    ['elements that are not known', { id: 1, tags: [some(), 'a'] }],
    ['an object that is not known', { id: 1, where: some('object') }],
    ['what must be one', { id: 1, where: { a: some('number') } }],
    ['null where it is allowed', { id: 1, maybe: some('null') }],
  ])('finds nothing where a value may fit: %s', (_, args) => {
    expect(problems(known(args))).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['another type', { id: some('string') }, 'args.id must be integer, not a string'],
    [
      'two other types',
      { id: some('string', 'null') },
      'args.id must be integer, not a string or null',
    ],
    [
      'no text of a list',
      { id: 1, state: some('number') },
      'args.state must be one of "open" | "closed", not a number',
    ],
    [
      'a literal',
      { id: 1, state: 'opne' },
      'args.state must be one of "open" | "closed", not another string',
    ],
    ['an element', { id: 1, tags: [some('number')] }, 'args.tags[0] must be string, not a number'],
    [
      'their number',
      { id: 1, tags: [some(), some(), some()] },
      'args.tags must have at most 2 elements, not 3',
    ],
    ['a name', { id: 1, nam: some() }, 'args.nam is unknown there'],
    ['what is missing', { state: some() }, 'args.id is missing: number'],
    ['a member within', { id: 1, where: { b: some() } }, 'args.where.a is missing: 1'],
    [
      'no branch',
      { id: 1, to: some('boolean') },
      'args.to must be "me" | "all" | null, not a boolean',
    ],
  ])('finds what can fit in no way: %s', (_, args, problem) => {
    expect(problems(known(args))).toEqual([problem]);
  });

  it('misses nothing in an object that may have more members', () => {
    expect(problems(known({ state: 'open' }, true))).toEqual([]);
    expect(problems(known({ state: 'opne' }, true))).toHaveLength(1);
    expect(problems(known({}, true), 'sure', { minProperties: 1, type: 'object' })).toEqual([]);
  });

  it('believes what tools say of their results only when told to', () => {
    const args = known({ id: said('string', 'null') });
    expect(problems(args)).toEqual([]);
    expect(problems(args, 'declared')).toEqual(['args.id must be integer, not a string or null']);
  });

  it('concludes nothing from conditions and negations about what is not known', () => {
    const conditional = {
      properties: { sort: { type: 'string' } },
      if: { properties: { sort: { const: 'a' } } },
      then: { required: ['a'] },
      else: { required: ['b'] },
    };
    expect(problems(known({ sort: some('string') }), 'sure', conditional)).toEqual([]);
    const negated = { properties: { a: { not: { type: 'string' } } } };
    expect(problems(known({ a: some() }), 'sure', negated)).toEqual([]);
  });

  it.each<[string, StaticValue, readonly string[]]>([
    ['a text', known('x'), ['args must be one object, not a string']],
    ['a list', known([1]), ['args must be one object, not an array']],
    [
      'a text or a number',
      some('string', 'number'),
      ['args must be one object, not a string or a number'],
    ],
    ['null', known(null), []],
    ['an object', some('object'), []],
    ['anything', some(), []],
  ])('wants one object, whatever the schema says: %s', (_, args, expected) => {
    expect(problems(args)).toEqual(expected);
    expect(problems(args, 'sure', 'no schema')).toEqual(expected);
  });

  it('tells where in the program the part stands', () => {
    const at = { line: 3, column: 7 };
    const args = known({ id: 1, where: { a: { ...known('x'), position: at } } });
    expect(createArgumentCheck(schema).problemsOfStatic(args, 'sure')).toEqual([
      expect.objectContaining({ path: 'args.where.a', position: at }),
    ]);
  });
});
