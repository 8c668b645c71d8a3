export * from './create-upstream-registry.js';
export * from './line-splitter.js';
export * from './long-integers.js';
