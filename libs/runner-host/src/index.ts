export { denoCommand } from './deno-command.js';
export type { DenoCommand, DenoCommandInput } from './deno-command.js';
export { createDenoRunner } from './deno-runner.js';
export type { DenoRunnerOptions } from './deno-runner.js';
export { findLayers } from './find-layers.js';
export type { FindLayersInput, LayerSystem } from './find-layers.js';
export { findDeno } from './find-deno.js';
export type { RunnerLayers } from './runner-layers.js';
export type { FindDenoInput, FoundDeno } from './find-deno.js';
