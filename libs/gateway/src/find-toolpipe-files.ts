import { dirname } from 'node:path';
import { textLimits } from '@sluice/config';
import type { ConfigFile } from '@sluice/config';
import { toSluiceError } from '@sluice/contracts';
import type { FoundConfig } from './found-config.js';
import type { Environment } from './node-environment.js';
import { plainFileBytes, readConfigText, tooLargeFile } from './read-config-text.js';
import { toolPipePaths } from './toolpipe-paths.js';

/**
 * The servers that ToolPipe has approved. There a model can approve by itself, so that they wait for a person here, like
 * those of any other client.
 */
export function findToolPipeFiles(environment: Environment): FoundConfig {
  const files: ConfigFile[] = [];
  const warnings: string[] = [];
  const unusable: string[] = [];
  const passOver = (path: string, warning: string) => {
    warnings.push(warning);
    unusable.push(path);
  };
  for (const [index, path] of toolPipePaths(environment).entries()) {
    const sizeBytes = plainFileBytes(path);
    if (sizeBytes === undefined) continue;
    if (sizeBytes > textLimits.clientFileLength) {
      passOver(path, tooLargeFile(path, textLimits.clientFileLength));
      continue;
    }
    const origin = index === 0 ? 'client' : 'workspace';
    const folder = dirname(dirname(path));
    try {
      files.push({ path, text: readConfigText(path), origin, client: 'toolpipe', folder });
    } catch (error) {
      passOver(path, toSluiceError(error).message);
    }
  }
  return { files, warnings, unusable };
}
