// Imports a room of the workspace as it stands in the sources.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** The exports of `libs/<room>`. */
export async function importRoom(room) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../../libs/${room}/src/index.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'room.mjs' });
  await bundle.close();
  try {
    return await import(pathToFileURL(join(folder, 'room.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
