/**
 * A JSON value in which integers beyond ±(2^53 − 1) are `bigint`, so that no digit is lost. Has the
 * same shape as `Json` of `@sluice/contracts`; stated here too because this room imports nothing.
 */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
