import type { HardeningOrder, HardeningStep } from '@sluice/runner-protocol';
import { closeCLibrary, openCLibrary } from './c-library.js';
import type { CLibrary } from './c-library.js';
import { seccompFilter } from './seccomp-filter.js';

/** Options of prctl (linux/prctl.h). */
const setParentDeathSignal = 1;
const setDumpable = 4;
const setNoNewPrivileges = 38;

/** Resources of setrlimit (asm-generic/resource.h), the same on x86_64 and aarch64. */
const resources = { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 7 } as const;

/** Descriptors: Deno itself holds about 20. */
const maxOpenFiles = 64;

const sigkill = 9n;
const afInet = 2;
const sockStream = 1;

/** `syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, …)`: for all threads or none. */
const seccompNumbers: Readonly<Record<string, bigint>> = { x86_64: 317n, aarch64: 277n };
const setModeFilter = 1n;
const threadSync = 1n;

/**
 * Closes the doors of this process in the kernel, through the C library, and then the way to the C
 * library. Every step is independent of Deno's permissions and stands behind them.
 *
 * Costs about 4 ms (measured with Deno 2.9), which a pooled runner pays before it is needed.
 *
 * @returns the steps that were done and that held; the host refuses a runner that lacks one
 */
export function harden(order: HardeningOrder): readonly HardeningStep[] {
  const done: HardeningStep[] = [];
  try {
    const libc = openCLibrary(order.libc);
    for (const [step, take] of stepsThrough(libc, order)) if (take()) done.push(step);
  } catch {
    // Whatever failed is missing in the report.
  }
  try {
    if (closeCLibrary(order.libc)) done.push('ffi-closed');
  } catch {
    // The same.
  }
  return done;
}

function stepsThrough(
  libc: CLibrary,
  order: HardeningOrder,
): readonly (readonly [HardeningStep, () => boolean])[] {
  const control = (option: number, value: bigint) => libc.prctl(option, value, 0n, 0n, 0n) === 0;
  return [
    [
      'parent-death-signal',
      () => control(setParentDeathSignal, sigkill) && isParentThere(libc, order),
    ],
    ['not-dumpable', () => control(setDumpable, 0n)],
    ['limits', () => setLimits(libc, order)],
    ['no-new-privileges', () => control(setNoNewPrivileges, 1n)],
    ['seccomp', () => filterCalls(libc)],
    ['no-socket', () => libc.socket(afInet, sockStream, 0) === -1],
    ['no-file', () => libc.open(Uint8Array.of('/'.charCodeAt(0), 0), 0) === -1],
    ['no-signal', () => libc.kill(libc.getppid(), 0) === -1],
  ];
}

/**
 * The host may have died before the signal was asked for, and then nobody would end this process; or
 * a launcher stands in between, which the host does not end with its kill.
 */
function isParentThere(libc: CLibrary, { parentPid }: HardeningOrder): boolean {
  return libc.getppid() === parentPid;
}

function setLimits(libc: CLibrary, { cpuSeconds, dataMb }: HardeningOrder): boolean {
  const limit = (resource: number, soft: number, hard = soft) =>
    libc.setrlimit(resource, BigUint64Array.of(BigInt(soft), BigInt(hard))) === 0;
  return (
    limit(resources.core, 0) &&
    limit(resources.fileSize, 0) &&
    limit(resources.openFiles, maxOpenFiles) &&
    // SIGXCPU tells the host why; one second later nothing can be done about it.
    limit(resources.cpu, cpuSeconds, cpuSeconds + 1) &&
    limit(resources.data, dataMb * 1_048_576)
  );
}

function filterCalls(libc: CLibrary): boolean {
  const { arch } = Deno.build;
  const filter = seccompFilter(arch, Deno.pid);
  const number = seccompNumbers[arch];
  if (filter === undefined || number === undefined) return false;
  // struct sock_fprog { u16 length; struct sock_filter *filter; }
  const program = new Uint8Array(16);
  const view = new DataView(program.buffer);
  view.setUint16(0, filter.length / 8, true);
  view.setBigUint64(8, BigInt(libc.memcpy(filter, filter, 0n)), true);
  return Number(libc.syscall(number, setModeFilter, threadSync, program)) === 0;
}
