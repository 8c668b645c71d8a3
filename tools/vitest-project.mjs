// One Vitest configuration for every project: tests run from source through the
// "@sluice/source" export condition, so nothing has to be built first. Projects that start real
// runners ask for `runnerBundle`, which bundles the Deno side afresh before the tests; those that start
// threads ask for `workerBundle`, or `workerFixture` for one whose jobs misbehave; `checkerBundle` bundles the checker of
// programs, which `workerBundle` does too.
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const conditions = ['@sluice/source', 'node', 'import', 'module', 'default'];
const workspace = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} folder the project's folder, absolute
 * @param {{ runnerBundle?: boolean, workerBundle?: boolean, workerFixture?: boolean, checkerBundle?: boolean, define?: Record<string, string> }} [options]
 */
export function projectConfig(folder, options = {}) {
  const name = `${basename(dirname(folder))}/${basename(folder)}`;
  return defineConfig({
    root: folder,
    cacheDir: join(workspace, 'node_modules/.vite', name),
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    define: {
      __VERSION__: JSON.stringify('0.0.0-source'),
      ...options.define,
    },
    test: {
      name,
      environment: 'node',
      include: ['src/**/*.spec.ts'],
      watch: false,
      testTimeout: 20_000,
      hookTimeout: 30_000,
      globalSetup: setups(options).map((name) => join(workspace, 'tools', name)),
    },
  });
}

function setups({ runnerBundle, workerBundle, workerFixture, checkerBundle }) {
  return [
    ...(checkerBundle || workerBundle ? ['vitest-checker-bundle.mjs'] : []),
    ...(runnerBundle ? ['vitest-runner-bundle.mjs'] : []),
    ...(workerBundle ? ['vitest-worker-bundle.mjs'] : []),
    ...(workerFixture ? ['vitest-worker-fixture.mjs'] : []),
  ];
}
