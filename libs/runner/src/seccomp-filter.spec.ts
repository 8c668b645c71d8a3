import { describe, expect, it } from 'vitest';
import { deniedSyscalls } from './denied-syscalls.js';
import { seccompFilter } from './seccomp-filter.js';

const pid = 4321;
const audit = { x86_64: 0xc000_003e, aarch64: 0xc000_00b7 } as const;
const column = { x86_64: 0, aarch64: 1 } as const;
type Arch = keyof typeof audit;

const verdicts = new Map([
  [0x7fff_0000, 'allow'],
  [0x0005_0001, 'EPERM'],
  [0x0005_0026, 'ENOSYS'],
  [0x8000_0000, 'kill'],
]);

/** Runs a filter as the kernel does: the four opcodes that ours uses, anything else is an error. */
function decide(
  arch: Arch,
  number: number,
  args: readonly bigint[] = [],
  asArch: number = audit[arch],
) {
  const filter = seccompFilter(arch, pid);
  if (filter === undefined) throw new Error('no filter');
  const program = new DataView(filter.buffer);
  const call = new DataView(new ArrayBuffer(64));
  call.setUint32(0, number, true);
  call.setUint32(4, asArch, true);
  args.forEach((arg, index) => call.setBigUint64(16 + 8 * index, arg, true));
  let value = 0;
  for (let at = 0; ; at += 1) {
    const operand = program.getUint32(8 * at + 4, true);
    const jump = (isTrue: boolean) => program.getUint8(8 * at + (isTrue ? 2 : 3));
    switch (program.getUint16(8 * at, true)) {
      case 0x20:
        value = call.getUint32(operand, true);
        break;
      case 0x15:
        at += jump(value === operand);
        break;
      case 0x35:
        at += jump(value >= operand);
        break;
      case 0x45:
        at += jump((value & operand) !== 0);
        break;
      case 0x06:
        return verdicts.get(operand) ?? `answer ${operand}`;
      default:
        throw new Error(`unknown opcode at ${at}`);
    }
  }
}

const archs: Arch[] = ['x86_64', 'aarch64'];

describe.each(archs)('seccompFilter() for %s', (arch) => {
  const named = Object.entries(deniedSyscalls).flatMap(([name, numbers]) => {
    const number = numbers[column[arch]];
    return number === null ? [] : [[name, number] as const];
  });

  it.each(named)('refuses %s (%i)', (_, number) => {
    expect(decide(arch, number)).toBe('EPERM');
  });

  it('knows each number once', () => {
    expect(new Set(named.map(([, number]) => number)).size).toBe(named.length);
  });

  // read, write, close, mmap, mprotect, munmap, futex, epoll_wait or epoll_pwait, exit_group, getrandom, socketpair, statx
  const needed = {
    x86_64: [0, 1, 3, 9, 10, 11, 202, 232, 231, 318, 53, 332],
    aarch64: [63, 64, 57, 222, 226, 215, 98, 22, 94, 278, 199, 291],
  };
  it.each(needed[arch])('allows what a runner lives from: %i', (number) => {
    expect(decide(arch, number)).toBe('allow');
  });

  it('answers every newer call as an older kernel would', () => {
    for (const number of [424, 425, 435, 437, 462, 1000])
      expect(decide(arch, number)).toBe('ENOSYS');
  });

  it('refuses the x32 ABI and ends a process that calls as another architecture', () => {
    expect(decide(arch, 0x4000_0000 + 59)).toBe('EPERM');
    expect(decide(arch, 0, [], 0x4000_0003)).toBe('kill');
    expect(decide(arch, 0, [], audit[arch === 'x86_64' ? 'aarch64' : 'x86_64'])).toBe('kill');
  });

  const numbers = {
    x86_64: { clone: 56, prctl: 157, prlimit64: 302, tgkill: 234 },
    aarch64: { clone: 220, prctl: 167, prlimit64: 261, tgkill: 131 },
  }[arch];

  it('lets threads start, and no process', () => {
    expect(decide(arch, numbers.clone, [0x3d_0f00n])).toBe('allow');
    expect(decide(arch, numbers.clone, [17n])).toBe('EPERM');
    expect(decide(arch, numbers.clone, [0x4111n])).toBe('EPERM');
  });

  it('lets a runner signal itself alone', () => {
    expect(decide(arch, numbers.tgkill, [4321n, 4322n, 6n])).toBe('allow');
    expect(decide(arch, numbers.tgkill, [1n, 1n, 9n])).toBe('EPERM');
  });

  it('lets names be set, and nothing that was closed be opened again', () => {
    expect(decide(arch, numbers.prctl, [15n])).toBe('allow');
    expect(decide(arch, numbers.prctl, [0x5356_4d41n])).toBe('allow');
    for (const option of [1n, 4n, 22n, 38n])
      expect(decide(arch, numbers.prctl, [option])).toBe('EPERM');
  });

  it('lets limits be read, and not set', () => {
    expect(decide(arch, numbers.prlimit64, [0n, 3n, 0n, 0x7fff_0000n])).toBe('allow');
    expect(decide(arch, numbers.prlimit64, [0n, 3n, 0x1000n])).toBe('EPERM');
    expect(decide(arch, numbers.prlimit64, [0n, 3n, 0x1_0000_0000n])).toBe('EPERM');
  });
});

describe('seccompFilter()', () => {
  it('has none for another architecture', () => {
    expect(seccompFilter('riscv64', pid)).toBeUndefined();
    expect(seccompFilter('toString', pid)).toBeUndefined();
  });
});
