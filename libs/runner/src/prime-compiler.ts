import { programUrl } from './program-text.js';

/**
 * A program with the nesting that real ones have, which throws in its depths. Deno parses the source
 * of a program once more to map an error in it, on the main thread, and its parser asks the C library
 * once per thread how large the stack is, which opens /proc/self/maps; from then on it knows.
 */
const nested = `for (const a of [1]) { for (const b of [a]) { if (b) { try {
  [{ c: () => { switch (b) { default: { const d = { e: [() => { throw new Error(String(b + (a * (a + 1)))) }] }; d.e[0](); } } } }].map(({ c }) => c());
} catch (error) { return error.stack } } } }`;

/**
 * Takes Deno's compiler through everything that opens a file, before no file can be opened any more.
 * Without it, an error deep inside a program ends a hardened runner (measured with Deno 2.9.6). As it
 * is, the first compile of the program is the faster for it.
 *
 * @param mark a comment that makes it another module, so that it is compiled again
 */
export async function primeCompiler(mark = ''): Promise<void> {
  const { default: run } = (await import(programUrl(`${nested} // ${mark}`))) as {
    default: () => Promise<unknown>;
  };
  await run();
}
