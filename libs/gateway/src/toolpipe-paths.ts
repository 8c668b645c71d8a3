import { join } from 'node:path';
import type { Environment } from './node-environment.js';

/** Where ToolPipe keeps the servers that were approved: for always, and for the project in the current folder. */
export function toolPipePaths({
  homeFolder,
  currentFolder,
}: Pick<Environment, 'homeFolder' | 'currentFolder'>): readonly string[] {
  const folders = new Set([homeFolder, currentFolder]);
  return [...folders].map((folder) => join(folder, '.toolpipe', 'servers.json'));
}
