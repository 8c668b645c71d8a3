/** What {@link poolSize} looks at. */
export interface Machine {
  readonly cores: number;
  /** Memory of the machine, or of the container that this process is in, in MiB. */
  readonly totalMb: number;
  /** Memory that is free, caches counted as free, in MiB. */
  readonly freeMb: number;
}

/** A machine with less runs programs one at a time anyway: one runner waits. */
const smallMb = 4096;
/** With less, none waits: a start costs less than the memory. */
const tinyMb = 1024;
/** Free memory below which no runner is started in advance; each takes 10 to 30 MiB. */
const scarceMb = 256;

/** How many runners wait on this machine, at most `wanted` (`sandbox.pool`). */
export function poolSize(wanted: number, { cores, totalMb, freeMb }: Machine): number {
  if (totalMb < tinyMb || freeMb < scarceMb) return 0;
  return cores < 2 || totalMb < smallMb ? Math.min(1, wanted) : wanted;
}
