/**
 * What a runner does to itself before it says `ready`, where the host asks for it (Linux), in this
 * order. A runner reports the steps that it did and that it saw hold; the host uses no runner that
 * left one out.
 */
export const hardeningSteps = [
  /** It dies with the process that started it (`PR_SET_PDEATHSIG`), which is still there. */
  'parent-death-signal',
  /** Nobody of the same user looks into its memory or environment (`PR_SET_DUMPABLE` 0). */
  'not-dumpable',
  /** Hard limits, for root too: no core, no byte to a file, few descriptors, CPU time, data. */
  'limits',
  /** No executable gives it more rights (`PR_SET_NO_NEW_PRIVS`). */
  'no-new-privileges',
  /** The filter of system calls is on, in all threads. */
  'seccomp',
  /** Attacks that the filter must refuse, made through the C library: a socket, a file, a signal to the parent. */
  'no-socket',
  'no-file',
  'no-signal',
  /** The way to the C library is closed again, and was tried. */
  'ffi-closed',
] as const;

/** One of {@link hardeningSteps}. */
export type HardeningStep = (typeof hardeningSteps)[number];

/** What the host tells a runner before it says `ready`: its one argument, as JSON text. */
export interface RunnerOrder {
  /** What it does to itself. */
  readonly hardening?: HardeningOrder;
  /** Path of the file through which the host shows it others; it opens that and gives up reading. */
  readonly window?: string;
}

/** How a runner closes its own doors. */
export interface HardeningOrder {
  /** Path of the C library; FFI is allowed for this path alone, until it is closed. */
  readonly libc: string;
  /** Process id of the host as the runner sees it; another one means that the host is gone. */
  readonly parentPid: number;
  readonly cpuSeconds: number;
  /** `RLIMIT_DATA`, in MiB. */
  readonly dataMb: number;
}
