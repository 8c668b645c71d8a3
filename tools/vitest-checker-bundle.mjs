// Vitest global set-up: bundles the checker of programs from source, so that no test meets a stale one.
import { bundleChecker } from './bundle-checker.mjs';

export default async function setup() {
  await bundleChecker();
}
