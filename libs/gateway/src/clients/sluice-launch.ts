import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Launch } from '@sluice/clients';
import type { Environment } from '../node-environment.js';

/** The process that runs now, as it could be started again. */
export interface RunningProgram {
  /** `process.execPath`. */
  readonly node: string;
  /** The file that Node runs, absolute, without links. */
  readonly script: string;
  readonly version: string;
}

/** How a client starts Sluice, and what a person should know about it. */
export interface SluiceLaunch extends Launch {
  readonly isByNpx: boolean;
}

/**
 * The command that is written into a client's file (docs/adr/0028). A client with windows is started by the desktop
 * and does not see the PATH of a shell: of an installed Sluice both Node and the script are written as whole paths. One
 * that npx fetched is gone when npx cleans up, so that npx fetches that very version again.
 */
export function sluiceLaunch(
  { node, script, version }: RunningProgram,
  { platform, variables }: Pick<Environment, 'platform' | 'variables'>,
  options: readonly string[],
): SluiceLaunch {
  if (/[\\/]_npx[\\/]/.test(script)) {
    const words = ['-y', `sluice@${version}`, ...options];
    return platform === 'win32'
      ? { command: 'cmd', args: ['/c', 'npx', ...words], isByNpx: true }
      : { command: 'npx', args: words, isByNpx: true };
  }
  return {
    command: stableNode(node, platform, variables),
    args: [script, ...options],
    isByNpx: false,
  };
}

/**
 * A path of this Node that outlives its next update: package managers put a link into PATH (`/opt/homebrew/bin/node`)
 * and name the real folder for the version. Links that a shell makes for its session alone do not count.
 */
function stableNode(
  node: string,
  platform: Environment['platform'],
  variables: Environment['variables'],
): string {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const own = realPath(node);
  const found = (variables['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => /^(?:\/|[A-Za-z]:[\\/])/.test(folder))
    .filter(
      (folder) =>
        !/fnm_multishells|node_modules|[\\/]_npx[\\/]|^\/(?:private\/)?(?:tmp|run|var\/folders)\//.test(
          folder,
        ),
    )
    .map((folder) => join(folder, name))
    .find((path) => own !== undefined && realPath(path) === own);
  return found ?? node;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
