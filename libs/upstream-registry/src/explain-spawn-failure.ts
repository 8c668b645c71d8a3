import type { StdioDefinition } from '@sluice/contracts';
import type { Explanation } from './link.js';

/** Where to get the usual launchers of MCP servers. */
const installers: Readonly<Record<string, string>> = {
  uvx: 'Install uv',
  uv: 'Install uv',
  npx: 'Install Node.js',
  node: 'Install Node.js',
  bunx: 'Install Bun',
  bun: 'Install Bun',
  deno: 'Install Deno',
  docker: 'Install Docker',
  podman: 'Install Podman',
  python: 'Install Python',
  python3: 'Install Python',
};

/**
 * Why a process could not be started.
 *
 * @param error Node's own error
 * @param found what is there: Node reports a missing working directory as a missing command, and a
 *   missing command as one that may not be executed where a folder of PATH may not be looked into
 */
export function explainSpawnFailure(
  error: unknown,
  { command, cwd }: StdioDefinition,
  found: { readonly cwd: boolean; readonly command: boolean },
): Explanation {
  const code = errorCode(error, found.command);
  const fixed = { code: 'UPSTREAM_START', isLost: true, neverRan: true } as const;
  if (!found.cwd)
    return {
      ...fixed,
      reason: `the working directory "${cwd ?? ''}" does not exist`,
      hint: 'Create it, or correct cwd.',
    };
  switch (code) {
    case 'ENOENT': {
      const install = installers[command] ?? 'Install it';
      return {
        ...fixed,
        reason: `the command "${command}" was not found`,
        hint: `${install}, or set command to a full path.`,
      };
    }
    case 'EACCES':
      return {
        ...fixed,
        reason: `the command "${command}" may not be executed (EACCES)`,
        hint: 'Make the file executable, or start it through its interpreter.',
      };
    default:
      return {
        ...fixed,
        reason: `the command "${command}" could not be started (${code})`,
        hint: 'Check command, args, env and cwd of this server.',
      };
  }
}

function errorCode(error: unknown, isFound: boolean): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return code === 'EACCES' && !isFound ? 'ENOENT' : code;
}
