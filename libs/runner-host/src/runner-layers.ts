/**
 * Layers of the operating system around a runner, behind Deno's permissions. Which of them a runner
 * gets is found out once per host by starting one and attacking it; see probe-layers.ts.
 */
export interface RunnerLayers {
  /** Resource limits that a shell sets before it becomes the runner (POSIX); `hardening` sets the same. */
  readonly limits?: { readonly shell: string };
  /** The runner closes its own doors through this C library: system calls, limits, parent death (Linux). */
  readonly hardening?: { readonly libc: string };
  /** Own namespaces, and a view of these paths alone, read-only (Linux). */
  readonly bubblewrap?: { readonly path: string; readonly systemPaths: readonly string[] };
  /** A profile that denies all but reading what a runner needs (macOS). */
  readonly sandboxExec?: { readonly path: string };
  /** A shell beside the runner that ends it when the host goes away (macOS). */
  readonly leash?: { readonly shell: string };
  /** The job of the host, which ends with it; Node's own doing (Windows). */
  readonly job?: true;
}

/** Name of a layer, as `doctor` shows it. */
export type LayerName = keyof RunnerLayers;

/** Layers from the strongest to the one least missed: the order in which they are given up. */
export const layerNames = [
  'bubblewrap',
  'sandboxExec',
  'hardening',
  'leash',
  'limits',
  'job',
] as const satisfies readonly LayerName[];
