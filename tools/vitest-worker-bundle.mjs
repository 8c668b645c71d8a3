// Vitest global set-up: bundles the worker from source, so that no test meets a stale one.
import { bundleWorker } from './bundle-worker.mjs';

export default async function setup() {
  await bundleWorker();
}
