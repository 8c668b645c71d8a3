export * from './create-catalogue.js';
export type * from './catalogue.js';
export * from './doc-line.js';
