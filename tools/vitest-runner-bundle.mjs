// Vitest global set-up: bundles the runner from source, so that no test meets a stale one.
import { bundleRunner } from './bundle-runner.mjs';

export default async function setup() {
  await bundleRunner();
}
