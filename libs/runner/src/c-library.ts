/** What hardening needs of the C library. Two functions suffice: each more costs half a millisecond. */
export interface CLibrary {
  /** A system call with integers, and with addresses of {@link addressOf}. -1 where it failed. */
  call(number: number, ...args: readonly (number | bigint)[]): number;
  /** The address of the bytes, which must not be dropped before the call that takes it is over. */
  addressOf(bytes: Uint8Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>): bigint;
}

const i64 = 'i64';
const symbols = {
  syscall: { parameters: [i64, i64, i64, i64, i64, i64], result: i64 },
  // For its answer, which is its first argument.
  memcpy: { parameters: ['buffer', 'buffer', 'usize'], result: 'u64' },
};

interface Symbols {
  syscall(number: bigint, ...args: readonly bigint[]): bigint | number;
  memcpy(to: ArrayBufferView, from: ArrayBufferView, count: bigint): bigint | number;
}

/** Opens the C library at `path`. @throws where FFI is not allowed for that path, or nothing is there */
export function openCLibrary(path: string): CLibrary {
  const { syscall, memcpy } = Deno.dlopen(path, symbols).symbols as Symbols;
  return {
    call: (number, a = 0, b = 0, c = 0, d = 0, e = 0) =>
      Number(syscall(BigInt(number), BigInt(a), BigInt(b), BigInt(c), BigInt(d), BigInt(e))),
    addressOf: (bytes) => BigInt(memcpy(bytes, bytes, 0n)),
  };
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
