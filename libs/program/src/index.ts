export * from './place-program.js';
export * from './read-program.js';
