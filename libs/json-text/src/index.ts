export type * from './json-value.js';
export * from './parse-json.js';
export * from './print-json.js';
