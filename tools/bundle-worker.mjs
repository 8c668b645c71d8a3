// Bundles what runs on the threads beside the main one (libs/gateway/src/worker.ts) into one file that
// imports nothing but Node: libs/gateway/out-tsc/worker.mjs.
// Written beside and renamed into place, so that parallel test projects never read half a file.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** The folder of the whole workspace, absolute. */
export const workspace = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the bundle stands, absolute. */
export const workerBundlePath = join(workspace, 'libs/gateway/out-tsc/worker.mjs');

/**
 * Bundles the worker and returns the path of the bundle.
 *
 * @param {string} input its entry
 * @param {string} path where the bundle is written
 * @param {Record<string, string>} define names of the source that become expressions
 */
export async function bundleWorker(
  input = join(workspace, 'libs/gateway/src/worker.ts'),
  path = workerBundlePath,
  define = {},
) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: {
      conditionNames: ['@sluice/source', 'node', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    transform: { target: 'node20.19', define },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const [chunk] = output;
  const foreign = chunk.imports.filter((name) => !isBuiltin(name));
  if (output.length !== 1 || foreign.length > 0)
    throw new Error(
      `The worker bundle must be one file that imports only Node; it has ${output.length} files and imports ${foreign.join(', ') || 'nothing else'}.`,
    );
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, chunk.code);
  renameSync(temporary, path);
  return path;
}

function isBuiltin(name) {
  return builtinModules.includes(name.replace(/^node:/, ''));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await bundleWorker()}\n`);
}
