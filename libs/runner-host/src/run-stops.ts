import type { RunEnd, RunLimits } from '@sluice/contracts';
import type { RunnerExit } from './runner-process.js';
import { installHint } from './find-deno.js';

/** A run that the host ended, or that its runner left. */
export type StoppedRun = Extract<RunEnd, { kind: 'stopped' }>;

/** Every way in which a run is stopped, with its words. */
export const runStops = {
  timeout: ({ timeoutMs }: RunLimits): StoppedRun =>
    stopped(
      'RUN_TIMEOUT',
      `The program was stopped after ${timeoutMs} ms, its time limit`,
      'Do less in one run, or raise the limit: timeoutMs of run_code, at most sandbox.timeoutSeconds.',
    ),
  cancelled: (): StoppedRun => stopped('RUN_CANCELLED', 'The run was cancelled'),
  heapExceeded: ({ heapMb }: RunLimits): StoppedRun => memoryStop('sandbox.heapMb', heapMb),
  memoryExceeded: ({ memoryMb }: RunLimits): StoppedRun => memoryStop('sandbox.memoryMb', memoryMb),
  tooManyCalls: ({ maxCalls }: RunLimits): StoppedRun =>
    stopped(
      'RUN_CALL_LIMIT',
      `The program was stopped at its call number ${maxCalls + 1}; the limit is ${maxCalls}`,
      'Look for a loop that calls a tool, or raise sandbox.maxCalls.',
    ),
  valueTooLarge: ({ maxValueBytes }: RunLimits, what: string): StoppedRun =>
    stopped(
      'RUN_OUTPUT_LIMIT',
      `The program was stopped: ${what} is larger than ${maxValueBytes} bytes`,
      'Filter, count or sum inside the program, or raise results.maxResultBytes.',
    ),
  unreadReplies: (maxBytes: number): StoppedRun =>
    stopped(
      'RUN_OUTPUT_LIMIT',
      `The program was stopped: it did not read the results of its calls, and more than ${maxBytes} bytes of them waited`,
      'Await calls in smaller groups, and await something inside long loops.',
    ),
  protocol: (problem: string): StoppedRun =>
    stopped(
      'RUN_PROTOCOL',
      `The run was stopped because its runner broke the protocol: ${problem}`,
    ),
  hostFailed: (): StoppedRun =>
    stopped('RUN_PROTOCOL', 'The run was stopped because the host failed at what its runner sent'),
  wrongVersion: (version: number, wanted: number): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot start a runner: it speaks version ${version} of the protocol, and ${wanted} was wanted`,
      'The runner bundle is of another release: install Sluice afresh.',
    ),
  noRunner: (problem: string): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot start a runner: what Deno runs is no runner of Sluice (${problem.slice(0, 200)})`,
      'Install Sluice afresh.',
    ),
  slowStart: (timeoutMs: number): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot start a runner: Deno was not ready after ${timeoutMs} ms`,
      'Run sluice doctor.',
    ),
};

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

/** Why the runner of a running program is gone. V8's own dump is read, not shown. */
export function explainExit(exit: RunnerExit, limits: RunLimits): StoppedRun {
  if (/out of memory|heap limit|allocation failed|memory allocation/i.test(exit.stderrTail))
    return runStops.heapExceeded(limits);
  const hint =
    /overflowed its stack/.test(exit.stderrTail) ||
    exit.signal === 'SIGSEGV' ||
    exit.signal === 'SIGBUS' ||
    exit.signal === 'SIGILL'
      ? 'Source or data that nests many thousand levels deep does this.'
      : exit.signal === 'SIGKILL'
        ? 'The system may have run out of memory.'
        : undefined;
  return stopped(
    'RUN_EXITED',
    `The runner ended with ${endOf(exit)} before the program was done`,
    hint,
  );
}

function memoryStop(setting: string, limitMb: number): StoppedRun {
  return stopped(
    'RUN_MEMORY',
    `The program ran out of memory (limit ${limitMb} MB)`,
    `Work in smaller pieces, or raise ${setting}.`,
  );
}

function endOf({ exitCode, signal }: RunnerExit): string {
  return signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
}

/** The first line of what a process said before any program ran: its usage error, say. */
function firstWords(stderr: string): string {
  const line = stderr.split('\n').find((text) => text.trim() !== '') ?? '';
  return line
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, 300);
}

function stopped(code: StoppedRun['code'], message: string, hint?: string): StoppedRun {
  return { kind: 'stopped', code, message, ...(hint === undefined ? {} : { hint }) };
}
