// Vitest global set-up of libs/workbench: bundles the worker of its tests, and a process that uses it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorker } from './bundle-worker.mjs';

const room = join(dirname(dirname(fileURLToPath(import.meta.url))), 'libs/workbench');

const bundle = (source, name) =>
  bundleWorker(join(room, 'src/fixtures', source), join(room, 'out-tsc', name));

export default async function setup() {
  await bundle('worker.ts', 'fixture-worker.mjs');
  await bundle('forgetful-process.ts', 'forgetful-process.mjs');
}
