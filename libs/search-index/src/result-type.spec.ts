import { describe, expect, it } from 'vitest';
import { resultType } from './result-type.js';

const text = (schema: unknown) => resultType(schema, false)?.text;
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});

describe('resultType()', () => {
  it('closes an object that names its properties, required or not', () => {
    const schema = object(
      { id: { type: 'integer' }, 'a-b': { type: ['string', 'null'] }, c: { enum: ['x', 'y'] } },
      { required: ['id'] },
    );
    expect(text(schema)).toBe('{ id: number; "a-b": string; c: string }');
    expect(text({ ...schema, additionalProperties: false })).toBe(text(schema));
  });

  it.each([
    ['true', { additionalProperties: true }],
    ['an empty schema', { additionalProperties: {} }],
    ['a schema', { additionalProperties: { type: 'string' } }],
    ['patterns', { patternProperties: { '^x-': {} } }],
    ['unevaluated ones', { unevaluatedProperties: { type: 'string' } }],
  ])('opens one that lets others in by a word of its own: %s', (_, more) => {
    expect(text(object({ id: { type: 'string' } }, more))).toBe(
      '{ id: string; [key: string]: any }',
    );
  });

  it('reads maps and lists, and what is in them', () => {
    expect(text({ type: 'object', additionalProperties: object({ a: {} }) })).toBe(
      '{ [key: string]: { a: any } }',
    );
    expect(text({ type: 'array', items: object({ a: { type: 'boolean' } }) })).toBe(
      '({ a: boolean })[]',
    );
    expect(text({ type: 'array', prefixItems: [{ type: 'string' }] })).toBe('(any)[]');
    expect(text({ type: 'array' })).toBe('(any)[]');
  });

  it('lets a program read what any of several forms has', () => {
    const forms = [object({ a: { type: 'string' } }), object({ b: object({ c: {} }) })];
    const both = '{ a: string; b: { c: any } }';
    expect(text({ anyOf: forms })).toBe(both);
    expect(text({ oneOf: [...forms, { type: 'null' }] })).toBe(both);
    expect(text({ allOf: [...forms, { description: 'says nothing' }] })).toBe(both);
    expect(text({ $ref: '#/$defs/a', $defs: { a: { anyOf: forms } } })).toBe(both);
  });

  it.each<[string, unknown]>([
    ['no schema', undefined],
    ['true', true],
    ['nothing said', {}],
    ['any object', { type: 'object' }],
    ['forms of two kinds', { type: ['string', 'object'], properties: { a: {} } }],
    ['a form that says nothing', { anyOf: [object({ a: {} }), {}] }],
    ['a form of another kind', { anyOf: [object({ a: {} }), { type: 'array' }] }],
    ['a reference to nowhere', { $ref: '#/$defs/none' }],
    ['a reference to itself', { $ref: '#' }],
    ['conditions', { ...object({ a: {} }), if: {}, then: object({ b: {} }) }],
  ])('says nothing where nothing could be wrong: %s', (_, schema) => {
    expect(resultType(schema, false)).toBeUndefined();
  });

  it('names what holds itself', () => {
    const node = object({ id: { type: 'string' }, next: { $ref: '#/$defs/node' } });
    expect(resultType({ $ref: '#/$defs/node', $defs: { node } }, true)).toEqual({
      text: 'Inner1',
      named: [{ name: 'Inner1', body: '{ id: string; next: Inner1 }' }],
      isObserved: true,
    });
  });

  it('takes no text of a schema for code', () => {
    const schema = object({ 'x: any } declare var process: {': {}, __proto__: {}, ['\n*/']: {} });
    expect(text(schema)).toBe('{ "x: any } declare var process: {": any; "\\n*\\/": any }');
  });

  it('stays bounded, whatever the schema says', () => {
    const wide = object(
      Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`p${at}`, { type: 'string' }])),
    );
    expect(resultType(wide, false)).toBeUndefined();
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        object({ a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } }),
      ]),
    );
    const ofDoubling = text({ $ref: '#/$defs/d0', $defs: doubling }) ?? '';
    expect(ofDoubling.length).toBeLessThan(20_000);
    let deep: object = { type: 'string' };
    for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
    expect(text(deep)).toMatch(/^\(+any\)/);
  });
});
