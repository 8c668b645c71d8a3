/** The functions of the C library that hardening calls. Integers are `number`, 64-bit ones may be `bigint`. */
export interface CLibrary {
  prctl(option: number, a: bigint, b: bigint, c: bigint, d: bigint): number;
  setrlimit(resource: number, limit: BigUint64Array<ArrayBuffer>): number;
  getppid(): number;
  socket(domain: number, type: number, protocol: number): number;
  open(path: Uint8Array<ArrayBuffer>, flags: number): number;
  kill(pid: number, signal: number): number;
  /** Used for its answer, the address of its first argument. */
  memcpy(
    to: Uint8Array<ArrayBuffer>,
    from: Uint8Array<ArrayBuffer>,
    count: bigint,
  ): bigint | number;
  syscall(
    number: bigint,
    a: bigint,
    b: bigint,
    structure: Uint8Array<ArrayBuffer>,
  ): bigint | number;
}

const symbols = {
  prctl: { parameters: ['i32', 'u64', 'u64', 'u64', 'u64'], result: 'i32' },
  setrlimit: { parameters: ['i32', 'buffer'], result: 'i32' },
  getppid: { parameters: [], result: 'i32' },
  socket: { parameters: ['i32', 'i32', 'i32'], result: 'i32' },
  open: { parameters: ['buffer', 'i32'], result: 'i32' },
  kill: { parameters: ['i32', 'i32'], result: 'i32' },
  memcpy: { parameters: ['buffer', 'buffer', 'usize'], result: 'u64' },
  syscall: { parameters: ['i64', 'i64', 'i64', 'buffer'], result: 'i64' },
};

/** Opens the C library at `path`. @throws where FFI is not allowed for that path, or nothing is there */
export function openCLibrary(path: string): CLibrary {
  return Deno.dlopen(path, symbols).symbols as CLibrary;
}

/**
 * Gives FFI up for good.
 *
 * @returns whether it is closed: opening the same library again was tried, and refused
 */
export function closeCLibrary(path: string): boolean {
  Deno.permissions.revokeSync({ name: 'ffi', path });
  Deno.permissions.revokeSync({ name: 'ffi' });
  try {
    Deno.dlopen(path, {});
    return false;
  } catch (error) {
    return (error as Error).name === 'NotCapable';
  }
}
