/** A JSON object of unknown shape. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** Whether a value is a JSON object (a schema's usual form): neither null nor an array. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own keyword of a schema; `undefined` for what is merely inherited (`constructor`, `__proto__`). */
export function keywordOf(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}
