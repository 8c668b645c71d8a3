import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { denoCommand } from './deno-command.js';
import type { DenoCommand, DenoCommandInput } from './deno-command.js';
import { spawnRunner } from './runner-process.js';
import { wrapInBubblewrap } from './wrap-in-bubblewrap.js';
import { wrapInSandboxExec } from './wrap-in-sandbox-exec.js';

/** Time for one attack. */
const attackTimeoutMs = 10_000;

/**
 * Attacks bubblewrap or sandbox-exec from inside, by a Deno that has every permission: what is
 * refused is refused by the wrapper alone. It tries to list and to write files, and to reach this
 * very process over loopback.
 *
 * @returns what went through, or why nothing could be tried; undefined when the wrapper held
 */
export async function attackWrapper(
  input: DenoCommandInput,
  signal: AbortSignal,
): Promise<string | undefined> {
  const listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  try {
    return await run(attackCommand(input, (listener.address() as AddressInfo).port), signal);
  } finally {
    listener.close();
  }
}

/** The attacking command: the wrapper exactly as a runner gets it, around another program. */
function attackCommand(input: DenoCommandInput, port: number): DenoCommand {
  const { denoPath, layers } = input;
  const script = `const attacks = {
    list: () => [...Deno.readDirSync('/etc')], write: () => { Deno.writeTextFileSync('/sluice-probe', ''); Deno.removeSync('/sluice-probe') },
    home: () => [...Deno.readDirSync('/home')], network: () => Deno.connect({ hostname: '127.0.0.1', port: ${port} }) };
    for (const name in attacks) try { await attacks[name](); console.log(name) } catch {}
    console.log('tried')`;
  let bare = {
    command: denoPath,
    args: [
      'run',
      '--quiet',
      '--allow-all',
      '--no-config',
      '--no-lock',
      `data:text/javascript,${encodeURIComponent(script)}`,
    ],
  };
  if (layers.sandboxExec)
    bare = { ...wrapInSandboxExec(bare, layers.sandboxExec, input) } as typeof bare;
  if (layers.bubblewrap)
    bare = { ...wrapInBubblewrap(bare, layers.bubblewrap, input) } as typeof bare;
  return { ...denoCommand(input), ...bare };
}

async function run(command: DenoCommand, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return 'it was cancelled';
  // As a group of its own: bubblewrap that is killed while it sets up would leave its other half waiting.
  const attacker = spawnRunner(command, process.platform);
  const kill = () => void attacker.kill();
  const timer = setTimeout(kill, attackTimeoutMs);
  signal.addEventListener('abort', kill, { once: true });
  let text = '';
  attacker.read((chunk) => (text += Buffer.from(chunk).toString()));
  const exit = await attacker.exited;
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  const lines = text.split('\n').filter(Boolean);
  if (lines.at(-1) !== 'tried')
    return firstLine(exit.stderrTail) ?? exit.spawnError?.message ?? 'it did not start';
  return lines.length === 1 ? undefined : `it let through: ${lines.slice(0, -1).join(', ')}`;
}

function firstLine(text: string): string | undefined {
  return text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.slice(0, 200);
}
