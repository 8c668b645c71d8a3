export * from './consent.js';
export * from './errors.js';
export type * from './json.js';
export type * from './policy-rule.js';
export type * from './ports.js';
export * from './redact-text.js';
export type * from './run.js';
export * from './settings.js';
export * from './tool.js';
