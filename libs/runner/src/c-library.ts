/** What hardening needs of the C library: two functions, since each costs some of the start. */
export interface CLibrary {
  /** A system call with integers, and with addresses of {@link addressOf}. -1 where it failed. */
  call(number: number, ...args: readonly (number | bigint)[]): number;
  /** The address of the bytes, which must not be dropped before the call that takes it is over. */
  addressOf(bytes: Uint8Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>): bigint;
}

/**
 * An integer, dressed as a structure, which is passed the same way. For a function with such a
 * parameter Deno compiles no fast path of its own, which takes longer (0.6 ms) than all calls of ours.
 */
const slow = { struct: ['i64'] };
const zero = new Uint8Array(new ArrayBuffer(8));

const i64 = 'i64';
const symbols = {
  syscall: { parameters: [i64, i64, i64, i64, i64, slow], result: i64 },
  // For its answer, which is its first argument.
  memcpy: { parameters: ['buffer', 'buffer', slow], result: 'u64' },
};

interface Symbols {
  syscall(...args: readonly [bigint, bigint, bigint, bigint, bigint, Uint8Array]): bigint | number;
  memcpy(to: ArrayBufferView, from: ArrayBufferView, count: Uint8Array): bigint | number;
}

/** Opens the C library at `path`. @throws where FFI is not allowed for that path, or nothing is there */
export function openCLibrary(path: string): CLibrary {
  const { syscall, memcpy } = Deno.dlopen(path, symbols).symbols as Symbols;
  return {
    call: (number, a = 0, b = 0, c = 0, d = 0) =>
      Number(syscall(BigInt(number), BigInt(a), BigInt(b), BigInt(c), BigInt(d), zero)),
    addressOf: (bytes) => BigInt(memcpy(bytes, bytes, zero)),
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
