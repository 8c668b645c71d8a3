import { describe, expect, it } from 'vitest';
import { createArgumentCheck } from './create-argument-check.js';

/** Each problem as one line. */
function problems(schema: unknown, args: unknown): string[] {
  return createArgumentCheck(schema)
    .problemsOf(args)
    .map(({ path, text, nearest }) => `${path} ${text}${nearest ? ` -> ${nearest}` : ''}`);
}

/** Problems of one argument `x`. */
function ofX(schema: unknown, x: unknown, more: object = {}): string[] {
  return problems({ type: 'object', properties: { x: schema }, ...more }, { x });
}

describe('createArgumentCheck()', () => {
  it('tells all problems at once, each with its path, what was wanted and the nearest value', () => {
    const schema = {
      type: 'object',
      properties: {
        query: { type: 'string' },
        state: { enum: ['open', 'closed', 'all'] },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        labels: { type: 'array', items: { type: 'string' } },
        'sort by': { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
        draft: { type: 'boolean' },
      },
      required: ['query', 'labels'],
      additionalProperties: false,
    };
    const args = {
      qeury: 'x',
      state: 'opne',
      limit: 250,
      labels: ['a', 7],
      'sort by': {},
      draft: 'True',
    };
    expect(problems(schema, args)).toEqual([
      'args.query is missing: string -> "query" for "qeury"',
      'args.qeury is unknown there -> "query"',
      'args.state must be one of "open" | "closed" | "all", not another string -> "open"',
      'args.limit must be at most 100, not 250 -> 100',
      'args.labels[1] must be string, not 7 -> "7"',
      'args["sort by"].key is missing: string',
      'args.draft must be boolean, not a string -> true',
    ]);
  });

  it.each<[string, unknown, unknown, string[]]>([
    ['a number as text', { type: 'integer' }, '5', ['args.x must be integer, not a string -> 5']],
    ['null by default', { type: 'string', minLength: 1, default: null }, null, []],
    [
      'null by default beside variants',
      { anyOf: [{ type: 'string' }, { enum: [1] }], default: null },
      null,
      [],
    ],
    ['nullable beside an enum', { enum: ['a'], nullable: true }, null, []],
    ['a fraction', { type: 'integer' }, 2.5, ['args.x must be integer, not 2.5 -> 3']],
    ['a large integer', { type: 'integer' }, 2n ** 70n, []],
    ['a whole fraction', { type: 'integer' }, 5.0, []],
    [
      'null',
      { type: 'string' },
      null,
      ['args.x must be string, not null -> to leave it out, where it is optional'],
    ],
    ['null where it may be', { type: ['string', 'null'] }, null, []],
    ['null of OpenAPI', { type: 'string', nullable: true }, null, []],
    ['null of an OpenAPI enum', { enum: ['a'], nullable: true }, null, []],
    [
      'one for many',
      { type: 'array', items: { type: 'string' } },
      'a',
      ['args.x must be string[], not a string -> an array with it'],
    ],
    [
      'JSON text',
      { type: 'object', properties: { a: {} } },
      '{"a":1}',
      ['args.x must be { a?: unknown }, not a string -> the value itself, not its JSON text'],
    ],
    ['const', { const: 'v1' }, 'v2', ['args.x must be "v1", not another string']],
    [
      'enum of numbers',
      { enum: [1, 2] },
      '2',
      ['args.x must be one of 1 | 2, not another string -> 2'],
    ],
    [
      'enum in another case',
      { enum: ['IN_PROGRESS', 'DONE'] },
      'in progress',
      ['args.x must be one of "IN_PROGRESS" | "DONE", not another string -> "IN_PROGRESS"'],
    ],
    ['enum of an object', { enum: [{ a: 1 }, 'b'] }, { a: 1 }, []],
    ['minimum', { minimum: 1 }, 0, ['args.x must be at least 1, not 0 -> 1']],
    ['exclusive minimum', { exclusiveMinimum: 0 }, 0, ['args.x must be above 0, not 0']],
    [
      'exclusive maximum of draft 4',
      { maximum: 9, exclusiveMaximum: true },
      9,
      ['args.x must be below 9, not 9'],
    ],
    ['a multiple', { multipleOf: 0.1 }, 0.3, []],
    ['no multiple', { multipleOf: 5 }, 7, ['args.x must be a multiple of 5, not 7']],
    ['characters', { maxLength: 2 }, '🧪🧪', []],
    ['too long', { maxLength: 2 }, 'abc', ['args.x must have at most 2 characters, not 3']],
    ['too short', { minLength: 2 }, '🧪', ['args.x must have at least 2 characters, not 1']],
    [
      'pattern',
      { pattern: '^[A-Z]+-\\d+$' },
      'abc',
      ['args.x must match the pattern ^[A-Z]+-\\d+$'],
    ],
    ['pattern that fits', { pattern: '^[A-Z]+-\\d+$' }, 'ABC-1', []],
    ['white space beyond ASCII', { pattern: '^a\\sb$' }, 'a\u00a0b', []],
    ['format', { type: 'string', format: 'email' }, 'nobody', []],
    ['too few elements', { minItems: 1 }, [], ['args.x must have at least 1 elements, not 0']],
    ['too many elements', { maxItems: 1 }, [1, 2], ['args.x must have at most 1 elements, not 2']],
    ['twice', { uniqueItems: true }, ['a', 'a'], ['args.x must have no element twice']],
    [
      'a tuple',
      { prefixItems: [{ type: 'string' }], items: false },
      ['a', 1],
      ['args.x[1] must not be given'],
    ],
    [
      'a tuple of old drafts',
      { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      [1, 'a'],
      ['args.x[0] must be string, not 1 -> "1"', 'args.x[1] must be number, not a string'],
    ],
    [
      'contains',
      { contains: { const: 1 } },
      [2],
      ['args.x lacks the element that it must contain'],
    ],
    [
      'a map',
      { additionalProperties: { type: 'number' } },
      { a: 'b' },
      ['args.x.a must be number, not a string'],
    ],
    [
      'names by pattern',
      { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
      { n_a: 1, n_b: 'x', c: 1 },
      ['args.x.n_b must be number, not a string', 'args.x.c is unknown there'],
    ],
    [
      'names',
      { propertyNames: { pattern: '^[a-z]+$' } },
      { A: 1 },
      ['args.x.A is no name that is allowed there'],
    ],
    [
      'too few members',
      { minProperties: 1 },
      {},
      ['args.x must have at least 1 properties, not 0'],
    ],
    ['a dependency', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['args.x.b is missing']],
    [
      'a dependency of old drafts',
      { dependencies: { a: ['b'] } },
      { a: 1 },
      ['args.x.b is missing'],
    ],
    ['not', { not: { type: 'string' } }, 'a', ['args.x must not be string']],
    ['not of what is not checked', { not: { type: 'string', format: 'uri' } }, 'a', []],
    [
      'if and then',
      { if: { properties: { k: { const: 1 } } }, then: { required: ['v'] } },
      { k: 1 },
      ['args.x.v is missing'],
    ],
    [
      'if and else',
      { if: { required: ['k'] }, else: { required: ['v'] } },
      {},
      ['args.x.v is missing'],
    ],
    [
      'allOf',
      { allOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1 },
      ['args.x.b is missing'],
    ],
    [
      'closed parts of an allOf',
      {
        allOf: [
          { properties: { a: {} }, additionalProperties: false },
          { properties: { b: {} }, additionalProperties: false },
        ],
      },
      { a: 1, b: 2 },
      [],
    ],
    ['oneOf that fits twice', { oneOf: [{ type: 'number' }, { minimum: 0 }] }, 5, []],
    [
      'none of several types',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      true,
      ['args.x must be string | number, not true -> "true"'],
    ],
    [
      'none of several constants',
      { oneOf: [{ const: 'asc' }, { const: 'desc' }] },
      'ASC',
      ['args.x must be one of "asc" | "desc", not another string -> "asc"'],
    ],
    [
      'a required name with a default',
      { required: ['a'], properties: { a: { type: 'number', default: 1 } } },
      {},
      [],
    ],
    [
      'draft 3 required',
      { properties: { a: { type: 'number', required: true } } },
      {},
      ['args.x.a is missing: number'],
    ],
  ])('knows %s', (_, schema, value, expected) => {
    expect(ofX(schema, value)).toEqual(expected);
  });

  it('tells what is wrong with the variant that was meant', () => {
    const shape = (kind: string, name: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, [name]: { type: 'number' } },
      required: ['kind', name],
    });
    const schema = { anyOf: [shape('circle', 'radius'), shape('square', 'side')] };
    expect(ofX(schema, { kind: 'square', side: '2' })).toEqual([
      'args.x.side must be number, not a string -> 2',
    ]);
    expect(
      ofX({ anyOf: [{ type: 'null' }, shape('circle', 'radius')] }, { kind: 'circle' }),
    ).toEqual(['args.x.radius is missing: number']);
  });

  it('follows references, also of recursive schemas', () => {
    const node = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
      required: ['name'],
    };
    const tree = { name: 'a', children: [{ name: 'b', children: [{ children: [] }] }] };
    expect(ofX({ $ref: '#/$defs/node' }, tree, { $defs: { node } })).toEqual([
      'args.x.children[0].children[0].name is missing: string',
    ]);
    const beside = { $ref: '#/definitions/n', minimum: 5 };
    const definitions = { n: { type: 'number' } };
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(ofX(beside, 1, { definitions, $schema })).toEqual([]);
    expect(ofX(beside, 1, { definitions })).toEqual(['args.x must be at least 5, not 1 -> 5']);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['false', false],
    ['a text', 'string'],
    ['nothing', {}],
    ['another type', { type: 'string' }],
    ['a reference to another type', { $ref: '#/$defs/a', $defs: { a: { type: 'array' } } }],
    ['a foreign type', { type: 'money', properties: { x: { type: 'file' } } }],
    ['wrong keywords', { properties: [], required: 'x', anyOf: {}, enum: 'x', items: 7, not: 3 }],
    ['wrong limits', { properties: { x: { minimum: 'a', pattern: 7, maxLength: {}, type: [] } } }],
    ['a dangling reference', { properties: { x: { $ref: '#/$defs/none' } } }],
    ['another document', { properties: { x: { $ref: 'https://example.test/s.json' } } }],
    ['itself', { $ref: '#' }],
    ['itself twice', { anyOf: [{ $ref: '#' }, { $ref: '#' }, false], allOf: [{ $ref: '#' }] }],
    ['names that are inherited', { properties: { x: { $ref: '#/constructor' } } }],
    ['look-ahead', { properties: { x: { pattern: '^(?=a)b' } } }],
  ])('lets pass what a wrong schema says: %s', (_, schema) => {
    expect(problems(schema, { x: 'a' })).toEqual([]);
  });

  it('notes what it does not check', () => {
    const check = createArgumentCheck({
      properties: { a: { pattern: '(?=a)' }, b: { $ref: '#/x' }, c: { type: 'file' } },
    });
    expect(check.notes()).toEqual([
      expect.stringMatching(/^A pattern cannot be read: .*; it is not checked\.$/),
      'The $ref "#/x" leads nowhere; it is not checked.',
      'A type of the schema is none of JSON Schema; it is not checked.',
    ]);
    expect(check.problemsOf({ a: 'b', b: 1, c: 1 })).toEqual([]);
    expect(createArgumentCheck(7).notes()).toEqual([
      'The schema is none; arguments are not checked.',
    ]);
  });

  it('takes names that every object inherits for none of its own', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"number"}},"required":["constructor"],"additionalProperties":false}',
    );
    expect(problems(schema, JSON.parse('{"__proto__":"a","toString":1}'))).toEqual([
      'args.constructor is missing',
      'args["__proto__"] must be number, not a string',
      'args.toString is unknown there',
    ]);
  });

  it('does bounded work for a hostile schema and shows no hidden character', () => {
    const bomb: Record<string, object> = { d40: { type: 'string' } };
    for (let level = 0; level < 40; level++) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      bomb[`d${level}`] = { anyOf: [next, { allOf: [next] }, { not: next }] };
    }
    expect(ofX({ $ref: '#/$defs/d0' }, 5, { $defs: bomb })).toEqual([]);
    const slow = { pattern: '^(a+)+$' };
    expect(ofX(slow, `${'a'.repeat(5000)}b`)).toEqual(['args.x must match the pattern ^(a+)+$']);
    expect(ofX(slow, `${'a'.repeat(5_000_000)}b`)).toEqual([]);
    const rows = Array.from({ length: 100_000 }, () => 'a');
    expect(ofX({ items: { type: 'number' } }, rows)).toEqual([]);
    let deep: unknown = 'a';
    for (let level = 0; level < 5000; level++) deep = [deep];
    const nested = { $defs: { l: { type: 'array', items: { $ref: '#/$defs/l' } } } };
    expect(ofX({ $ref: '#/$defs/l' }, deep, nested)).toEqual([]);
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(ofX({ enum: ['a', 'b'] }, deep)).toEqual([
      'args.x must be one of "a" | "b", not an array',
    ]);
    expect(ofX({ enum: ['\u202eevil\u0007'] }, 1)).toEqual([
      'args.x must be "\\u202eevil\\u0007", not 1',
    ]);
    expect(ofX({ additionalProperties: false }, { 'a\nb\u202e': 1 })).toEqual([
      'args.x["a\\nb\\u202e"] is unknown there',
    ]);
  });
});
