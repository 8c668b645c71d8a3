export * from './create-call-history.js';
export * from './create-catalogue-cache.js';
export * from './create-consent-store.js';
export * from './create-file-store.js';
export * from './create-result-store.js';
export * from './make-folder.js';
export * from './private-folder.js';
