export * from './search-text.js';
export * from './select-from-text.js';
