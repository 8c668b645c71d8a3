export * from './compile-regex.js';
