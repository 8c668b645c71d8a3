// Vitest global set-up of libs/workbench: bundles the worker of its tests.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorker } from './bundle-worker.mjs';

const room = join(dirname(dirname(fileURLToPath(import.meta.url))), 'libs/workbench');

export default async function setup() {
  await bundleWorker(
    join(room, 'src/fixtures/worker.ts'),
    join(room, 'out-tsc/fixture-worker.mjs'),
  );
}
