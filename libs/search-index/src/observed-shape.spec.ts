import { describe, expect, it } from 'vitest';
import { mergeShapes, observedShape } from './observed-shape.js';

const string = { type: 'string' };
const number = { type: 'number' };

describe('observedShape()', () => {
  it('keeps types and the names of fields, and no value', () => {
    const value = { id: 2n ** 60n, name: 'Ann', tags: ['a'], next: null, at: { 'created-at': 1 } };
    expect(observedShape(value)).toEqual({
      type: 'object',
      properties: {
        id: number,
        name: string,
        tags: { type: 'array', items: string },
        next: { type: 'null' },
        at: { type: 'object', properties: { 'created-at': number }, required: ['created-at'] },
      },
      required: ['id', 'name', 'tags', 'next', 'at'],
    });
    expect(observedShape([])).toEqual({ type: 'array' });
    expect(observedShape('secret')).toEqual(string);
  });

  it('merges the elements of an array', () => {
    expect(observedShape([{ a: 1, b: 'x' }, { a: null }])).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { a: { type: ['null', 'number'] }, b: string },
        required: ['a'],
      },
    });
  });

  it.each([
    [{ 'ann@ours.example': 1 }],
    [{ '8f14e45fceea': 1, name: 2 }],
    [{ U02ABCD1234: 1 }],
    [{ '123': 1 }],
    [{ '/home/ann': 1 }],
    [{ 'Ann Smith': 1 }],
    [{ Zoë: 1 }],
    [Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`word${'abcdefghijkl'[i]}`, i]))],
  ])('takes keys that are data for a map: %j', (value) => {
    expect(observedShape(value)).toEqual({ type: 'object', additionalProperties: number });
  });

  it('takes several members of the same shape for a map', () => {
    const person = (age: number) => ({ age, city: 'x' });
    expect(observedShape({ ann: person(1), bob: person(2), eve: person(3) })).toEqual({
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { age: number, city: string },
        required: ['age', 'city'],
      },
    });
  });

  it('does bounded work and never fails', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = { child: [deep] };
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, { a: [i] }]));
    for (const value of [deep, wide, Array.from({ length: 1_000_000 }, () => wide), undefined])
      expect(JSON.stringify(observedShape(value)).length).toBeLessThan(2000);
  });
});

describe('mergeShapes()', () => {
  const merged = (a: unknown, b: unknown) => mergeShapes(observedShape(a), observedShape(b));

  it('makes optional what was missing once, and a union of what differed', () => {
    const seen = observedShape({ a: 1 });
    expect(mergeShapes(seen, seen)).toEqual(seen);
    expect(merged({ a: 1, b: 'x' }, { a: 'y' })).toEqual({
      type: 'object',
      properties: { a: { type: ['number', 'string'] }, b: string },
      required: ['a'],
    });
    expect(merged('no rows', [{ a: 1 }])).toEqual({
      type: ['array', 'string'],
      items: { type: 'object', properties: { a: number }, required: ['a'] },
    });
    expect(merged('none', { a: 1 })).toMatchObject({ required: ['a'] });
  });

  it('turns objects that have no name in common into a map', () => {
    expect(merged({ ann: 1 }, { bob: 2 })).toEqual({
      type: 'object',
      additionalProperties: number,
    });
    expect(merged({ '2024': 1 }, { total: 2 })).toEqual({
      type: 'object',
      additionalProperties: number,
    });
  });

  it('takes what is no shape for unknown', () => {
    for (const wrong of [true, {}, { type: 7, properties: [] }, { items: 'x' }])
      expect(mergeShapes(wrong as never, { type: 'string' })).toMatchObject({ type: 'string' });
  });
});
