export * from './create-program-checker.js';
