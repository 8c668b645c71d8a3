import type { SchemaObject } from './json-schema.js';
import { isSchemaObject } from './json-schema.js';

/** The type that keywords speak of where `type` is missing. */
export function impliedType(schema: SchemaObject): string | undefined {
  const has = (...keywords: string[]) => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (has('properties', 'patternProperties')) return 'object';
  if (has('additionalProperties') && isSchemaObject(schema['additionalProperties']))
    return 'object';
  if (has('prefixItems', 'items')) return 'array';
  return undefined;
}
