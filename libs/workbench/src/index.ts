export * from './create-workbench.js';
export * from './serve-jobs.js';
