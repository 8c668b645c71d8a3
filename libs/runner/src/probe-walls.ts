import { primeCompiler } from './prime-compiler.js';

/** A wall and whether an attack on it failed, as it should. */
export interface Wall {
  readonly name: string;
  readonly held: boolean;
}

/**
 * Attacks each wall of this very process, before anything is hidden: what `doctor` shows was tried,
 * not read from a list of flags.
 *
 * @param window path of the file that it has opened, and may not open again
 * @param memoryMb also tries to get that much off-heap memory, which must fail
 */
export async function probeWalls(
  memoryMb: number | undefined,
  window?: string,
): Promise<readonly Wall[]> {
  const attacks: (readonly [string, () => unknown])[] = [
    ['read', () => Deno.readTextFileSync('/')],
    ['write', () => Deno.writeTextFileSync('sluice-probe', '')],
    ['net', () => Deno.connect({ hostname: '127.0.0.1', port: 9 })],
    ['env', () => Deno.env.toObject()],
    ['sys', () => Deno.hostname()],
    ['run', () => new Deno.Command(Deno.execPath(), { args: ['-V'] }).outputSync()],
    ['ffi', () => Deno.dlopen('sluice-probe', {})],
    ['import', () => loadModule('https://localhost:9/probe.js')],
    ['npm', () => loadModule('npm:sluice-probe@0.0.0')],
    ['node', () => loadModule('node:fs')],
    ['eval', () => (0, eval)('1')],
  ];
  if (window !== undefined) attacks.push(['window', () => Deno.openSync(window)]);
  if (memoryMb !== undefined)
    attacks.push(['memory', () => new ArrayBuffer(memoryMb * 1_048_576).byteLength]);
  // Where a wall is in the way of the compiler itself, this ends the process, and the host knows.
  await primeCompiler(deepFailure);
  const walls: Wall[] = [];
  for (const [name, attack] of attacks) walls.push({ name, held: await isRefused(attack) });
  return walls;
}

/** A program with the nesting that real ones have, which throws in its depths. */
const deepFailure = `for (const a of [1]) { for (const b of [a]) { if (b) { try {
  [{ c: () => { switch (b) { default: { const d = { e: [() => { throw new Error(String(b + (a * (a + 1)))) }] }; d.e[0](); } } } }].map(({ c }) => c());
} catch (error) { return error.stack } } } }`;

/** A wall holds where the attack is refused; an attack that fails for another reason (no such file) went through. */
async function isRefused(attack: () => unknown): Promise<boolean> {
  try {
    await attack();
    return false;
  } catch (error) {
    const { name, message } = error as Error;
    return /NotCapable|PermissionDenied|EvalError|RangeError/.test(name) || refusals.test(message);
  }
}

const refusals =
  /requires .* access|--no-remote|--no-npm|--cached-only|not available in a program|code generation from strings/i;

function loadModule(specifier: string): Promise<unknown> {
  return import(specifier);
}
