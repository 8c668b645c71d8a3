export * from './create-upstream-registry.js';
export * from './unwrap-result.js';
