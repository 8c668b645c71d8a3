import { keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';

/**
 * Whether a schema takes null beside what else it says: OpenAPI 3.0's `nullable`, and a default of null, which many
 * generators write for what may be left out without saying so in `type`.
 */
export function takesNull(schema: SchemaObject): boolean {
  return keywordOf(schema, 'nullable') === true || keywordOf(schema, 'default') === null;
}
