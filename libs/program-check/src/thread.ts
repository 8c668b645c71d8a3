// What the thread is made of. TypeScript is in it: the process itself imports only index.ts.
export * from './create-check.js';
export * from './sandbox-globals.js';
export * from './serve-checks.js';
