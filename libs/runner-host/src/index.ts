export { denoCommand } from './deno-command.js';
export type { DenoCommand, DenoCommandInput } from './deno-command.js';
export { createDenoRunner } from './deno-runner.js';
export type { DenoRunnerOptions } from './deno-runner.js';
export { findDeno } from './find-deno.js';
export type { FindDenoInput, FoundDeno } from './find-deno.js';
