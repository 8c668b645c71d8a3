import { intrinsics } from '@sluice/runner-protocol';

/** `Deno.SeekMode.Start`; there is no Deno when it is needed. */
const fromStart = 0;

/** Reads the first bytes of the window: the file that the host has just put there. */
export type ReadWindow = (sizeBytes: number) => Uint8Array;

/**
 * Opens the one file that this runner may read, and gives up reading for good: what is open stays open, and
 * nothing else can be opened, before the program arrives and before the kernel is told to refuse it, too.
 *
 * @throws Error where something could still be read
 */
export function openReadWindow(path: string): ReadWindow {
  const file = Deno.openSync(path);
  Deno.permissions.revokeSync({ name: 'read' });
  if (!isRefused(path)) throw new Error('The permission to read could not be given up');
  const seek = file.seekSync.bind(file);
  const read = file.readSync.bind(file);
  const { bytesClass, bytesSubarray } = intrinsics;
  return (sizeBytes) => {
    const bytes = new bytesClass(sizeBytes);
    seek(0, fromStart);
    let filled = 0;
    while (filled < sizeBytes) {
      const count = read(bytesSubarray(bytes, filled, sizeBytes));
      if (count === null) throw new Error('The window holds less than the host said');
      filled += count;
    }
    return bytes;
  };
}

function isRefused(path: string): boolean {
  try {
    Deno.openSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && error.name === 'NotCapable';
  }
}
