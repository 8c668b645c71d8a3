// Bundles the thread that looks for mistakes in programs (libs/gateway/src/checker.ts, TypeScript and its declarations of the
// language in it) into one file that imports nothing but Node: libs/gateway/out-tsc/checker.mjs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleWorker, workspace } from './bundle-worker.mjs';
import { languageLibrary } from './language-library.mjs';

/** Where the bundle stands, absolute. */
export const checkerBundlePath = join(workspace, 'libs/gateway/out-tsc/checker.mjs');

/** Bundles the checker and returns the path of the bundle. */
export async function bundleChecker() {
  return await bundleWorker(join(workspace, 'libs/gateway/src/checker.ts'), checkerBundlePath, {
    __LANGUAGE_LIBRARY__: JSON.stringify(languageLibrary()),
    // What TypeScript asks where it stands for: only its own command line needs it.
    __filename: '""',
    __dirname: '""',
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await bundleChecker()}\n`);
}
