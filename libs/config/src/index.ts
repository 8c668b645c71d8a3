export * from './compat-name.js';
export * from './choose-config-file.js';
export * from './config-candidates.js';
export * from './config-schema.js';
export type * from './config-input.js';
export { fitsNoServer } from './idle-rules.js';
export { readExposeFlag } from './read-expose.js';
export * from './read-settings.js';
export * from './settings-limits.js';
