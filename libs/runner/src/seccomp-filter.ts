import { deniedSyscalls, firstNewSyscall } from './denied-syscalls.js';

/** Architectures for which there is a filter, as Deno names them. */
export type SeccompArch = 'x86_64' | 'aarch64';

/** `AUDIT_ARCH_*` of linux/audit.h, the column of {@link deniedSyscalls}, and the calls looked at closely. */
const architectures = {
  x86_64: { audit: 0xc000_003e, column: 0, clone: 56, prctl: 157, prlimit64: 302, tgkill: 234 },
  aarch64: { audit: 0xc000_00b7, column: 1, clone: 220, prctl: 167, prlimit64: 261, tgkill: 131 },
} as const;

/** Opcodes of classic BPF (linux/bpf_common.h). */
const load = 0x20;
const jumpEqual = 0x15;
const jumpGreaterEqual = 0x35;
const jumpAnySet = 0x45;
const answer = 0x06;

/** What a filter answers (linux/seccomp.h); the low half is an errno. */
const kill = 0x8000_0000;
const allow = 0x7fff_0000;
const notPermitted = 0x0005_0001;
const notImplemented = 0x0005_0026;

/** Offsets in `struct seccomp_data`: number, architecture, then six arguments of eight bytes. */
const atNumber = 0;
const atArch = 4;
const atArgument = (index: number, half = 0) => 16 + 8 * index + 4 * half;

/** Numbers above are calls of the x32 ABI, which nothing of ours uses. */
const x32Bit = 0x4000_0000;
const cloneThread = 0x1_0000;
/** Names of threads and of memory ranges. */
const harmlessPrctls = [15, 0x5356_4d41];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** More than the filter has, in instructions; the kernel takes 4096. */
const maxInstructions = 512;

/**
 * The seccomp filter of a runner as an array of `struct sock_filter`, or undefined for another
 * architecture. It denies what leads out and allows the rest, so that a new Deno does not fail on a
 * call that nobody thought of; what leads out in new ways has a high number and is denied too.
 *
 * @param pid the runner's own process id as it sees it: the only one that it may signal
 */
export function seccompFilter(arch: string, pid: number): Uint8Array<ArrayBuffer> | undefined {
  if (!isKnown(arch)) return undefined;
  const { audit, column, clone, prctl, prlimit64, tgkill } = architectures[arch];
  const words = new Uint32Array(new ArrayBuffer(8 * maxInstructions));
  let length = 0;
  /** `struct sock_filter { u16 code; u8 jt; u8 jf; u32 k }`, little-endian as both architectures are. */
  const add = (code: number, ifTrue: number, ifFalse: number, operand: number) => {
    words[length] = code | (ifTrue << 16) | (ifFalse << 24);
    words[length + 1] = operand;
    length += 2;
  };
  add(load, 0, 0, atArch);
  add(jumpEqual, 1, 0, audit);
  add(answer, 0, 0, kill);
  add(load, 0, 0, atNumber);
  add(jumpGreaterEqual, 0, 1, x32Bit);
  add(answer, 0, 0, notPermitted);
  add(jumpGreaterEqual, 0, 1, firstNewSyscall);
  add(answer, 0, 0, notImplemented);
  for (const name in deniedSyscalls) {
    const number = deniedSyscalls[name]?.[column];
    if (typeof number !== 'number') continue;
    add(jumpEqual, 0, 1, number);
    add(answer, 0, 0, notPermitted);
  }
  const only = (number: number, checks: readonly Instruction[]) => {
    add(jumpEqual, 0, checks.length, number);
    for (const check of checks) add(...check);
  };
  only(clone, [
    [load, 0, 0, atArgument(0)],
    [jumpAnySet, 1, 0, cloneThread],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ]);
  only(tgkill, [
    [load, 0, 0, atArgument(0)],
    [jumpEqual, 1, 0, pid],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ]);
  only(prctl, [
    [load, 0, 0, atArgument(0)],
    [jumpEqual, 2, 0, harmlessPrctls[0] as number],
    [jumpEqual, 1, 0, harmlessPrctls[1] as number],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ]);
  // Limits may be read, which the C library does for stack sizes, and not set.
  only(prlimit64, [
    [load, 0, 0, atArgument(2)],
    [jumpEqual, 0, 2, 0],
    [load, 0, 0, atArgument(2, 1)],
    [jumpEqual, 1, 0, 0],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ]);
  add(answer, 0, 0, allow);
  return new Uint8Array(words.buffer, 0, 4 * length);
}

function isKnown(arch: string): arch is SeccompArch {
  return Object.hasOwn(architectures, arch);
}
