import { join } from 'node:path';
import { textLimits } from '@sluice/config';
import type { ConfigFile } from '@sluice/config';
import { toSluiceError } from '@sluice/contracts';
import type { FoundConfig } from './find-config-files.js';
import type { Environment } from './node-environment.js';
import { isSmallFile, readConfigText } from './read-config-text.js';

/**
 * Where ToolPipe keeps the servers that were approved: in the home folder for always, in the current folder for this
 * project. There a model can approve by itself, so that they wait for a person here, like those of any other client.
 */
export function findToolPipeFiles({ homeFolder, currentFolder }: Environment): FoundConfig {
  const files: ConfigFile[] = [];
  const warnings: string[] = [];
  for (const [folder, origin] of [
    [homeFolder, 'client'],
    [currentFolder, 'workspace'],
  ] as const) {
    const path = join(folder, '.toolpipe', 'servers.json');
    const isKnown = files.some((file) => file.path === path);
    if (isKnown || !isSmallFile(path, textLimits.clientFileLength)) continue;
    try {
      files.push({ path, text: readConfigText(path), origin, client: 'toolpipe', folder });
    } catch (error) {
      warnings.push(toSluiceError(error).message);
    }
  }
  return { files, warnings };
}
