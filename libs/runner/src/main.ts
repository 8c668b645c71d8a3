import { intrinsics, protocolVersion } from '@sluice/runner-protocol';
import type { HardeningStep, RunnerOrder, RunStart } from '@sluice/runner-protocol';
import { exit } from './built-ins.js';
import { openConnection } from './connection.js';
import { evaluate } from './evaluate.js';
import { createFiles } from './files.js';
import { harden } from './harden.js';
import { defineGlobal, defineLateGlobal, lockDown } from './lock-down.js';
import { createLogSender } from './log-sender.js';
import { primeCompiler } from './prime-compiler.js';
import { probeWalls } from './probe-walls.js';
import { createProgramConsole } from './program-console.js';
import { createProgramGlobals } from './program-globals.js';
import { openReadWindow } from './read-window.js';
import { watchFailures } from './watch-failures.js';

/*
 * The runner: one process, one program. It closes its own doors where the host orders it, says `ready`, takes `run-start`, runs the program and
 * sends `run-end` or `run-throw`. Then it waits to be killed, or for the host to be gone.
 */
const connection = openConnection();

const order = JSON.parse(Deno.args[0] ?? '{}') as RunnerOrder;

/** Before the doors are closed, for it opens a file. */
const readWindow = order.window === undefined ? undefined : openReadWindow(order.window);

async function hardenIfOrdered(): Promise<{ hardened?: readonly HardeningStep[] }> {
  if (order.hardening === undefined) return {};
  await primeCompiler();
  return { hardened: harden(order.hardening) };
}

async function run(start: RunStart): Promise<void> {
  const { program, limits } = start;
  const log = createLogSender((payload) => connection.send('log', payload), limits.maxLogBytes);
  lockDown();
  watchFailures(log);
  defineGlobal('console', createProgramConsole(log));
  const files = createFiles(connection, limits.maxFileBytes, readWindow);
  const { values, late } = createProgramGlobals(connection, start, files);
  for (const { identifier, namespace } of late) defineLateGlobal(identifier, namespace);
  for (const name of intrinsics.keysOf(values)) defineGlobal(name, values[name]);
  const { name, text } = await evaluate(program, limits.maxValueBytes);
  // What the program saved last without an await is saved, too.
  await files.saved();
  log.finish();
  connection.send(name, text);
}

connection.send(
  'ready',
  JSON.stringify({ version: protocolVersion, ...(await hardenIfOrdered()) }),
);
await connection.listen({
  runStart: (start) => void run(start),
  probeStart: ({ id, memoryMb }) =>
    void probeWalls(memoryMb, order.window).then((walls) =>
      connection.send('probe-end', JSON.stringify({ id, walls })),
    ),
});
exit(0);
