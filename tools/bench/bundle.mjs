// Imports a room of the workspace as it stands in the sources.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * The exports of `libs/<room>`.
 *
 * @param {string} room
 * @param {string} entry its file, without the ending
 */
export async function importRoom(room, entry = 'index') {
  // In there, packages are found, and Vitest lets Node import it.
  const modules = fileURLToPath(new URL('../../node_modules/.bench', import.meta.url));
  mkdirSync(modules, { recursive: true });
  const folder = mkdtempSync(join(modules, 'room-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../../libs/${room}/src/${entry}.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
    external: ['typescript'],
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'room.mjs' });
  await bundle.close();
  try {
    return await import(pathToFileURL(join(folder, 'room.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
