import { constants } from 'node:os';
import type { RunLimits } from '@sluice/contracts';
import { installHint } from './find-deno.js';
import type { RunnerExit } from './runner-process.js';
import { runStops, stopped } from './run-stops.js';
import type { StoppedRun } from './run-stops.js';

/** Why a runner that was starting is gone. */
export function explainFailedStart(exit: RunnerExit, platform: NodeJS.Platform): StoppedRun {
  if (exit.spawnError !== undefined)
    return stopped(
      'RUNNER_START',
      `Cannot start a runner: Deno could not be executed (${exit.spawnError.code ?? 'unknown error'})`,
      installHint(platform),
    );
  const words = firstWords(exit.stderrTail);
  return stopped(
    'RUNNER_START',
    `Cannot start a runner: Deno ended with ${endOf(exit)}${words === '' ? '' : `: ${words}`}`,
    'Run sluice doctor. Sluice is made for Deno 2.9; an older one may not know its flags.',
  );
}

/** Last words of V8, of Rust and of the C library when there is no memory. */
const outOfMemory =
  /out of memory|heap limit|allocation failed|memory allocation|cannot allocate|failed to reserve/i;
/** The same, where it was V8's own heap that was full. */
const heapIsFull = /JavaScript out of memory|heap limit/i;
/** Of Deno's TypeScript compiler and of Rust when the stack is used up. */
const outOfStack = /overflowed its stack|stack overflow/i;

/** How V8 ends itself when an allocation fails in the middle of something; its stack overflows it catches. */
const signalsOfMemory: readonly string[] = ['SIGTRAP', 'SIGABRT', 'SIGILL'];
const signalsOfStack: readonly string[] = ['SIGSEGV', 'SIGBUS'];

/**
 * Why the runner of a running program is gone. V8's own dump is read, not shown.
 *
 * @param cpuSeconds the CPU limit, which the kernel keeps when the host could not
 */
export function explainExit(exit: RunnerExit, limits: RunLimits, cpuSeconds: number): StoppedRun {
  const signal = signalOf(exit);
  if (signal === 'SIGXCPU') return runStops.cpuExceeded(cpuSeconds);
  if (outOfMemory.test(exit.stderrTail))
    return heapIsFull.test(exit.stderrTail)
      ? runStops.heapExceeded(limits)
      : runStops.memoryExceeded(limits);
  if (outOfStack.test(exit.stderrTail)) return runStops.tooDeep();
  if (signalsOfMemory.includes(signal ?? '')) return runStops.memoryExceeded(limits);
  if (signalsOfStack.includes(signal ?? '')) return runStops.tooDeep();
  return stopped(
    'RUN_EXITED',
    `The runner ended with ${endOf(exit)} before the program was done`,
    hintFor(signal, exit.exitCode),
  );
}

function hintFor(signal: string | undefined, exitCode: number | null): string | undefined {
  if (signal === undefined && exitCode === 1)
    return 'An error that nothing could catch does this: one thrown by a listener for errors, or by a patched built-in.';
  if (signal === 'SIGSYS') return 'It called the system in a way that the sandbox does not know.';
  if (signal === 'SIGKILL') return 'The system may have run out of memory.';
  return undefined;
}

/** The signal, also where a wrapper reports its child's as 128 and the number. */
function signalOf({ exitCode, signal }: RunnerExit): string | undefined {
  if (signal !== null) return signal;
  const number = (exitCode ?? 0) - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

function endOf(exit: RunnerExit): string {
  const signal = signalOf(exit);
  return signal === undefined ? `exit code ${exit.exitCode}` : `signal ${signal}`;
}

/** The first line of what a process said before any program ran: its usage error, say. */
function firstWords(stderr: string): string {
  const line = stderr.split('\n').find((text) => text.trim() !== '') ?? '';
  return line
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, 300);
}
