import type { HardeningOrder, HardeningStep } from '@sluice/runner-protocol';
import { closeCLibrary, openCLibrary } from './c-library.js';
import type { CLibrary } from './c-library.js';
import { seccompFilter } from './seccomp-filter.js';

/** Numbers of the system calls that are made here; see denied-syscalls.ts for their source. */
const syscallNumbers = {
  x86_64: {
    prctl: 157,
    setrlimit: 160,
    getppid: 110,
    seccomp: 317,
    socket: 41,
    openat: 257,
    kill: 62,
  },
  aarch64: {
    prctl: 167,
    setrlimit: 164,
    getppid: 173,
    seccomp: 277,
    socket: 198,
    openat: 56,
    kill: 129,
  },
} as const;

/** Options of prctl (linux/prctl.h). */
const setParentDeathSignal = 1;
const setDumpable = 4;
const setNoNewPrivileges = 38;

/** Resources of setrlimit (asm-generic/resource.h), the same on x86_64 and aarch64. */
const resources = { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 7 } as const;

/** Descriptors: Deno itself holds about 20. */
const maxOpenFiles = 64;

const sigkill = 9;
const afInet = 2;
const sockStream = 1;
const atWorkingFolder = -100;

/** `SECCOMP_SET_MODE_FILTER`, with `SECCOMP_FILTER_FLAG_TSYNC`: for all threads or none. */
const setModeFilter = 1;
const threadSync = 1;

/**
 * Closes the doors of this process in the kernel, through the C library, and then the way to the C
 * library. Every step is independent of Deno's permissions and stands behind them.
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
  const { arch } = Deno.build;
  if (arch !== 'x86_64' && arch !== 'aarch64') return [];
  const numbers = syscallNumbers[arch];
  const control = (option: number, value: number) => libc.call(numbers.prctl, option, value) === 0;
  const parent = () => libc.call(numbers.getppid);
  const root = new Uint8Array(new ArrayBuffer(2));
  root[0] = '/'.charCodeAt(0);
  return [
    // The host may have died before the signal was asked for, and then nobody would end this process; or a
    // launcher stands in between, which would live on.
    [
      'parent-death-signal',
      () => control(setParentDeathSignal, sigkill) && parent() === order.parentPid,
    ],
    ['not-dumpable', () => control(setDumpable, 0)],
    ['limits', () => setLimits(libc, numbers.setrlimit, order)],
    ['no-new-privileges', () => control(setNoNewPrivileges, 1)],
    ['seccomp', () => filterCalls(libc, numbers.seccomp, arch)],
    ['no-socket', () => libc.call(numbers.socket, afInet, sockStream, 0) === -1],
    ['no-file', () => libc.call(numbers.openat, atWorkingFolder, libc.addressOf(root), 0) === -1],
    ['no-signal', () => libc.call(numbers.kill, parent(), 0) === -1],
  ];
}

function setLimits(libc: CLibrary, setrlimit: number, order: HardeningOrder): boolean {
  const { cpuSeconds, dataMb } = order;
  const pair = new BigUint64Array(new ArrayBuffer(16));
  const limit = (resource: number, soft: number, hard = soft) => {
    pair[0] = BigInt(soft);
    pair[1] = BigInt(hard);
    return libc.call(setrlimit, resource, libc.addressOf(pair)) === 0;
  };
  return (
    limit(resources.core, 0) &&
    limit(resources.fileSize, 0) &&
    limit(resources.openFiles, maxOpenFiles) &&
    // SIGXCPU tells the host why; one second later nothing can be done about it.
    limit(resources.cpu, cpuSeconds, cpuSeconds + 1) &&
    limit(resources.data, dataMb * 1_048_576)
  );
}

function filterCalls(libc: CLibrary, seccomp: number, arch: string): boolean {
  const filter = seccompFilter(arch, Deno.pid);
  if (filter === undefined) return false;
  // struct sock_fprog { u16 length; struct sock_filter *filter; }
  const program = new Uint8Array(new ArrayBuffer(16));
  const view = new DataView(program.buffer);
  view.setUint16(0, filter.length / 8, true);
  view.setBigUint64(8, libc.addressOf(filter), true);
  return libc.call(seccomp, setModeFilter, threadSync, libc.addressOf(program)) === 0;
}
