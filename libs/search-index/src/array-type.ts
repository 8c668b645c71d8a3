import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import type { SchemaWalk } from './schema-walk.js';
import { arrayOf, atom, comment, unknownType } from './type-text.js';
import type { TypeText } from './type-text.js';

/** Elements of a tuple that are spelt out. */
const MAX_TUPLE = 12;

/** An array or a tuple. How many elements there may be never multiplies anything. */
export function arrayType(
  schema: SchemaObject,
  depth: number,
  walk: SchemaWalk,
  wish: string,
): TypeText {
  const items = keywordOf(schema, 'items');
  const prefix = keywordOf(schema, 'prefixItems') ?? items;
  if (!Array.isArray(prefix))
    return arrayOf(items === undefined ? unknownType() : walk.within(items, depth, wish));

  const least = keywordOf(schema, 'minItems');
  const required = typeof least === 'number' ? least : prefix.length;
  const elements = prefix.slice(0, MAX_TUPLE).map((part, index) => {
    const type = walk.within(part, depth, wish);
    if (index < required) return type.text;
    return type.kind === 'atom' ? `${type.text}?` : `(${type.text})?`;
  });
  const rest = prefix === items ? keywordOf(schema, 'additionalItems') : items;
  if (prefix.length > MAX_TUPLE) {
    elements.push(`...unknown[]${comment(`+${prefix.length - MAX_TUPLE} more`)}`);
  } else if (isSchemaObject(rest)) {
    elements.push(`...${arrayOf(walk.within(rest, depth, wish)).text}`);
  }
  return atom(`[${elements.join(', ')}]`);
}
