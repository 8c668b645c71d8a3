/**
 * A JSON value as it travels through Sluice. Integers beyond ±(2^53 − 1) are `bigint`, so that no
 * digit is lost (docs/guide/programs.md, "Value of a nested call").
 */
export type Json =
  null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema as an upstream sent it; unchecked, any draft. */
export type JsonSchema = JsonObject | boolean;
