import { fileURLToPath } from 'node:url';
import type { RunnerOrder } from '@sluice/runner-protocol';
import { importMapUrl } from './import-map.js';
import type { RunnerLayers } from './runner-layers.js';
import { wrapInBubblewrap } from './wrap-in-bubblewrap.js';
import { wrapInSandboxExec } from './wrap-in-sandbox-exec.js';
import { wrapInShell } from './wrap-in-shell.js';

/** What {@link denoCommand} decides from. */
export interface DenoCommandInput {
  readonly denoPath: string;
  /** The runner's bundle as a `file:` URL, so that no character of its path needs care. */
  readonly runnerUrl: URL;
  /** V8's heap, in MB. */
  readonly heapMb: number;
  /** CPU time after which the kernel ends the runner, in seconds. */
  readonly cpuSeconds: number;
  /** `RLIMIT_DATA` in MiB: what an idle runner has, and its memory limit. Linux. */
  readonly dataMb: number;
  /** Process id of this host. */
  readonly hostPid: number;
  readonly platform: NodeJS.Platform;
  readonly layers: RunnerLayers;
  /** The file that it may read, and the folder of that; absent: none. */
  readonly window?: { readonly folder: string; readonly path: string };
}

/** A command, complete: nothing else reaches the process. */
export interface DenoCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing of ours is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** A fourth pipe is held open as long as the host lives; see `wrapInShell`. */
  readonly leash?: true;
}

/** The command of a runner before it is wrapped. */
export type BareCommand = Pick<DenoCommand, 'command' | 'args'>;

/** Inside bubblewrap the first process of the namespace is the parent. */
const parentInsideBubblewrap = 1;

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
 * - positions are kept when code is compiled: at the first error V8 would compile every function on its stack once more for
 *   them, among which is the whole runner. 3 ms of a start, which makes such an error; and no memory to speak of.
 * - `DENO_DIR` names a place that cannot be made, even by root: without one, web storage would
 *   outlive the run. The emit cache must then be off, or each compile waits 150 ms for its writes.
 * - no update check, no colour, a fixed language and time zone.
 * - with a window, reading is allowed for its folder alone; the runner is told to open the window and then to
 *   give up reading before it says `ready`.
 * - with the layer `hardening`, FFI is allowed for the C library alone, and the runner is told to
 *   close its own doors and then FFI before it says `ready`.
 *
 * The layers wrap it from the inside out: sandbox-exec or bubblewrap, then the shell with the limits.
 */
export function denoCommand(input: DenoCommandInput): DenoCommand {
  const { runnerUrl, platform, layers } = input;
  const isWindows = platform === 'win32';
  let bare: BareCommand = { command: input.denoPath, args: denoArgs(input) };
  if (layers.sandboxExec) bare = wrapInSandboxExec(bare, layers.sandboxExec, input);
  if (layers.bubblewrap) bare = wrapInBubblewrap(bare, layers.bubblewrap, input);
  return {
    ...wrapInShell(bare, input),
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
    ...(layers.leash ? { leash: true as const } : {}),
  };
}

function denoArgs(input: DenoCommandInput): readonly string[] {
  const { runnerUrl, heapMb, layers, window } = input;
  const order = orderOf(input);
  return [
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
    window ? `--allow-read=${window.folder}` : '--deny-read',
    '--deny-write',
    '--deny-net',
    '--deny-env',
    '--deny-sys',
    '--deny-run',
    layers.hardening ? `--allow-ffi=${layers.hardening.libc}` : '--deny-ffi',
    '--deny-import',
    `--v8-flags=--max-old-space-size=${heapMb},--disallow-code-generation-from-strings,--no-enable-lazy-source-positions`,
    runnerUrl.href,
    ...(order === undefined ? [] : [JSON.stringify(order)]),
  ];
}

function orderOf(input: DenoCommandInput): RunnerOrder | undefined {
  const { cpuSeconds, dataMb, hostPid, layers, window } = input;
  if (layers.hardening === undefined && window === undefined) return undefined;
  const parentPid = layers.bubblewrap ? parentInsideBubblewrap : hostPid;
  return {
    ...(layers.hardening
      ? { hardening: { libc: layers.hardening.libc, parentPid, cpuSeconds, dataMb } }
      : {}),
    ...(window ? { window: window.path } : {}),
  };
}
