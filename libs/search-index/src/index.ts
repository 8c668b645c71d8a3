export * from './assign-direct-names.js';
export * from './create-argument-check.js';
export * from './create-catalogue.js';
export type * from './catalogue.js';
export * from './doc-line.js';
export * from './create-search-index.js';
export type * from './search-index.js';
export * from './plain-line.js';
export { renameTools } from './rename-tools.js';
