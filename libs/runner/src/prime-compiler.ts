import { programUrl } from './program-text.js';

/**
 * The least that does it. Deno parses the source of a program once more to map an error in it, on the main
 * thread, and at an `if` (a loop or a call will not do) its parser asks the C library how large the stack
 * is, which opens /proc/self/maps; from then on the thread knows.
 */
const failure = 'if (true) { return new Error().stack }';

/**
 * Takes Deno's compiler through everything that opens a file, before no file can be opened any more.
 * Without it, an error deep inside a program ends a hardened runner (measured with Deno 2.9.6). As it
 * is, the first compile of the program is the faster for it.
 *
 * @param program another program to compile and run
 */
export async function primeCompiler(program: string = failure): Promise<void> {
  const { default: run } = (await import(programUrl(program))) as {
    default: () => Promise<unknown>;
  };
  await run();
}
