// A door of its own, so that an app can know its folders before it loads everything else.
export * from './folders.js';
export * from './log-level.js';
export * from './node-environment.js';
export { makeFolder } from '@sluice/store';
