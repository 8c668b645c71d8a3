import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';

/**
 * The property names that an object schema itself requires: those in its `required` list, or, as
 * draft 3 had it, the properties that say `required: true`.
 */
export function requiredNames(schema: SchemaObject): ReadonlySet<string> {
  const required = keywordOf(schema, 'required');
  if (Array.isArray(required)) return new Set(required.filter((name) => typeof name === 'string'));
  const properties = keywordOf(schema, 'properties');
  if (!isSchemaObject(properties)) return new Set();
  const marked = Object.keys(properties).filter((name) => {
    const property = properties[name];
    return isSchemaObject(property) && keywordOf(property, 'required') === true;
  });
  return new Set(marked);
}
