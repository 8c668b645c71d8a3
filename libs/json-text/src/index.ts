export * from './count-json-values.js';
export * from './canonical-json.js';
export * from './has-long-digits.js';
export type * from './json-value.js';
export * from './max-integer-digits.js';
export * from './max-json-values.js';
export * from './parse-json.js';
export * from './print-json.js';
export * from './utf8-length.js';
