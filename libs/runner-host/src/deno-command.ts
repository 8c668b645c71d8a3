import { fileURLToPath } from 'node:url';
import { importMapUrl } from './import-map.js';

/** What {@link denoCommand} decides from. */
export interface DenoCommandInput {
  readonly denoPath: string;
  /** The runner's bundle as a `file:` URL, so that no character of its path needs care. */
  readonly runnerUrl: URL;
  /** V8's heap, in MB. */
  readonly heapMb: number;
  readonly platform: NodeJS.Platform;
}

/** A command, complete: nothing else reaches the process. */
export interface DenoCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing of ours is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * The exact command that starts a runner. Every flag and variable has its reason:
 *
 * - `--deny-*` for all that Deno can deny; `--no-prompt` so that nothing is ever asked.
 * - `--no-npm`, `--no-remote`, `--cached-only`: `--deny-net` and `--deny-import` do not keep `npm:`
 *   specifiers from the registry.
 * - `--no-config`, `--no-lock`, `--node-modules-dir=none`, `DENO_NO_PACKAGE_JSON`: what lies around
 *   the bundle (our own node_modules, say) is out of reach and not read.
 * - the import map shuts the `node:` built-ins, which need no permission.
 * - no code from strings: no `eval`, no `Function`.
 * - `DENO_DIR` names a place that cannot be made, even by root: without one, web storage would
 *   outlive the run. The emit cache must then be off, or each compile waits 150 ms for its writes.
 * - no update check, no colour, a fixed language and time zone.
 */
export function denoCommand(input: DenoCommandInput): DenoCommand {
  const { denoPath, runnerUrl, heapMb, platform } = input;
  const isWindows = platform === 'win32';
  return {
    command: denoPath,
    args: [
      'run',
      '--quiet',
      '--no-prompt',
      '--no-config',
      '--no-lock',
      '--no-remote',
      '--no-npm',
      '--cached-only',
      '--no-check',
      '--no-code-cache',
      '--node-modules-dir=none',
      `--import-map=${importMapUrl}`,
      '--deny-read',
      '--deny-write',
      '--deny-net',
      '--deny-env',
      '--deny-sys',
      '--deny-run',
      '--deny-ffi',
      '--deny-import',
      `--v8-flags=--max-old-space-size=${heapMb},--disallow-code-generation-from-strings`,
      runnerUrl.href,
    ],
    env: {
      DENO_DIR: isWindows ? `${fileURLToPath(runnerUrl)}\\deno` : '/dev/null/deno',
      DENO_EMIT_CACHE_MODE: 'disable',
      DENO_CACHE_DB_MODE: 'in-memory',
      DENO_NO_UPDATE_CHECK: '1',
      DENO_NO_PACKAGE_JSON: '1',
      NO_COLOR: '1',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
    cwd: isWindows ? fileURLToPath(new URL('.', runnerUrl)) : '/',
  };
}
