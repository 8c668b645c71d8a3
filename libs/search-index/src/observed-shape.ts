import type { JsonSchema } from '@sluice/contracts';
import { looksLikeData } from './looks-like-data.js';

/** Levels of objects and arrays that a shape has. */
const MAX_DEPTH = 6;
/** Properties of one object; with more of them its names are taken for data. */
const MAX_PROPERTIES = 60;
/** Elements of one array that are looked at, spread over it. */
const MAX_ELEMENTS = 8;
/** Values of one result that are looked at: 0.1 ms. */
const MAX_VALUES = 200;
/** Members of one kind from which on an object is a map, scalars and objects of the same shape. */
const MAP_OF_SCALARS = 12;
const MAP_OF_OBJECTS = 3;

/** The shape of values that were seen, types only: no value stands in it, and no name that may be one. */
interface Shape {
  readonly types: Set<string>;
  /** By name: what the property is, and in how many objects it was missing or there. */
  readonly properties: Map<string, Shape>;
  readonly required: Set<string>;
  /** Whether any object was seen by its names. */
  hasNames: boolean;
  items?: Shape;
  map?: Shape;
}

/**
 * The shape of one result as a JSON Schema of types alone: no value, and names only where they are no data. Objects
 * with ids, mail addresses, paths or very many names as keys are maps. Looks at a bounded part of the value.
 *
 * @example observedShape({ id: 7, tags: ['a'] })
 * // { type: 'object', properties: { id: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } }, required: ['id', 'tags'] }
 */
export function observedShape(value: unknown): JsonSchema {
  return schemaOf(look(value, 0, { left: MAX_VALUES }));
}

/**
 * What fits both shapes: types of either, properties of either, required where both do. Objects whose
 * names have nothing in common turn into maps.
 */
export function mergeShapes(left: JsonSchema, right: JsonSchema): JsonSchema {
  return schemaOf(merge(shapeFrom(left, 0), shapeFrom(right, 0), 0));
}

function empty(): Shape {
  return { types: new Set(), properties: new Map(), required: new Set(), hasNames: false };
}

function look(value: unknown, depth: number, budget: { left: number }): Shape {
  const shape = empty();
  budget.left -= 1;
  if (value === null || value === undefined) shape.types.add('null');
  else if (typeof value === 'bigint') shape.types.add('number');
  else if (typeof value !== 'object') shape.types.add(typeof value);
  else if (Array.isArray(value)) {
    shape.types.add('array');
    if (depth >= MAX_DEPTH) return shape;
    const step = Math.max(1, Math.floor(value.length / MAX_ELEMENTS));
    for (let index = 0; index < value.length && budget.left > 0; index += step) {
      const item = look(value[index], depth + 1, budget);
      shape.items = shape.items === undefined ? item : merge(shape.items, item, depth);
    }
  } else lookAtObject(value, shape, depth, budget);
  return shape;
}

function lookAtObject(value: object, shape: Shape, depth: number, budget: { left: number }): void {
  shape.types.add('object');
  const names = Object.keys(value);
  if (depth >= MAX_DEPTH || names.length === 0) return;
  const isMap = names.length > MAX_PROPERTIES || names.some(looksLikeData);
  for (const name of isMap ? names.slice(0, MAX_ELEMENTS) : names) {
    const member = look((value as Record<string, unknown>)[name], depth + 1, budget);
    // A shape that is cut short would call names optional or missing that are neither.
    shape.properties.set(name, budget.left > 0 ? member : empty());
    shape.required.add(name);
  }
  shape.hasNames = true;
  if (isMap || isUniform([...shape.properties.values()])) turnIntoMap(shape, depth);
}

/** Whether members are so many and so alike that their names are probably ids. */
function isUniform(members: readonly Shape[]): boolean {
  const [first] = members;
  if (first === undefined) return false;
  const isObject = first.types.has('object') || first.types.has('array');
  if (members.length < (isObject ? MAP_OF_OBJECTS : MAP_OF_SCALARS)) return false;
  const isOfFirst = ({ types }: Shape) => [...types].every((type) => first.types.has(type));
  if (!members.every(isOfFirst)) return false;
  return new Set(members.map((member) => JSON.stringify(schemaOf(member)))).size === 1;
}

function turnIntoMap(shape: Shape, depth: number): void {
  for (const member of shape.properties.values())
    shape.map = shape.map === undefined ? member : merge(shape.map, member, depth + 1);
  shape.properties.clear();
  shape.required.clear();
  shape.hasNames = false;
  shape.map ??= empty();
}

function merge(left: Shape, right: Shape, depth: number): Shape {
  const shape: Shape = {
    ...empty(),
    types: new Set([...left.types, ...right.types]),
    hasNames: left.hasNames || right.hasNames,
  };
  const items = mergeOptional(left.items, right.items, depth);
  if (items !== undefined) shape.items = items;
  const map = mergeOptional(left.map, right.map, depth);
  if (map !== undefined) shape.map = map;
  let common = 0;
  for (const name of new Set([...left.properties.keys(), ...right.properties.keys()])) {
    const one = left.properties.get(name);
    const other = right.properties.get(name);
    if (one !== undefined && other !== undefined) common += 1;
    const member = mergeOptional(one, other, depth);
    if (member !== undefined) shape.properties.set(name, member);
    const isIn = (side: Shape) => side.required.has(name) || !side.types.has('object');
    if (isIn(left) && isIn(right)) shape.required.add(name);
  }
  const isStrange = left.hasNames && right.hasNames && common === 0;
  const isTooWide = shape.properties.size > MAX_PROPERTIES;
  if (shape.hasNames && (map !== undefined || isStrange || isTooWide)) turnIntoMap(shape, depth);
  return shape;
}

function mergeOptional(left: Shape | undefined, right: Shape | undefined, depth: number) {
  if (left === undefined || right === undefined) return left ?? right;
  return depth > 2 * MAX_DEPTH ? left : merge(left, right, depth + 1);
}

function schemaOf(shape: Shape): JsonSchema {
  if (shape.types.size === 0) return {};
  const types = [...shape.types].sort();
  const [only] = types;
  return {
    type: types.length === 1 && only !== undefined ? only : types,
    ...(shape.properties.size > 0 && {
      properties: Object.fromEntries(
        Array.from(shape.properties, ([name, member]) => [name, schemaOf(member)]),
      ),
      required: [...shape.required],
    }),
    ...(shape.map && { additionalProperties: schemaOf(shape.map) }),
    ...(shape.items && { items: schemaOf(shape.items) }),
  };
}

/** Back from what was kept on disk; whatever else stands there counts as unknown. */
function shapeFrom(schema: unknown, depth: number): Shape {
  const shape = empty();
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH + 1) return shape;
  const { type, properties, required, items, additionalProperties } = schema as Record<
    string,
    unknown
  >;
  for (const one of Array.isArray(type) ? type : [type])
    if (typeof one === 'string') shape.types.add(one);
  if (typeof properties === 'object' && properties !== null)
    for (const [name, member] of Object.entries(properties))
      shape.properties.set(name, shapeFrom(member, depth + 1));
  shape.hasNames = shape.properties.size > 0;
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string' && shape.properties.has(name)) shape.required.add(name);
  if (items !== undefined) shape.items = shapeFrom(items, depth + 1);
  if (additionalProperties !== undefined) shape.map = shapeFrom(additionalProperties, depth + 1);
  return shape;
}
