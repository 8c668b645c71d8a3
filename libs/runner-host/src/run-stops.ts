import type { RunEnd, RunLimits } from '@sluice/contracts';

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
  cpuExceeded: (cpuSeconds: number): StoppedRun =>
    stopped(
      'RUN_CPU',
      `The program used up its CPU time (limit ${cpuSeconds} s)`,
      'Do less in one run, or raise sandbox.cpuSeconds.',
    ),
  tooDeep: (): StoppedRun =>
    stopped(
      'RUN_EXITED',
      'The program is too deeply nested: its runner ran out of stack',
      'Source or data that nests many thousand levels deep does this.',
    ),
  tooMuch: (what: string, limit: number, unit: string, setting: string): StoppedRun =>
    stopped(
      'RUN_OUTPUT_LIMIT',
      `The program was stopped: its runner sent more than ${limit} ${unit}${what}`,
      `Look for a loop that logs, emits or reports, or raise sandbox.${setting}.`,
    ),
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
  fileTooLarge: ({ maxFileBytes }: RunLimits): StoppedRun =>
    stopped(
      'RUN_OUTPUT_LIMIT',
      `The program was stopped: it saved a file of more than ${maxFileBytes} bytes`,
      'Save less, or several files, or raise sandbox.maxFileBytes.',
    ),
  tooManyValues: (what: string, maxValues: number): StoppedRun =>
    stopped(
      'RUN_OUTPUT_LIMIT',
      `The program was stopped: ${what} holds more than ${maxValues} values`,
      'Send less at a time: filter, count or sum inside the program, or join many small values into one text.',
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
  noProbe: (): StoppedRun =>
    stopped('RUNNER_START', 'Cannot inspect the sandbox: its runner did not answer'),
  openWalls: (open: readonly string[]): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot trust the sandbox: a runner got through to ${open.join(', ')}`,
      'Use Deno 2.9, or remove sandbox.deno to use the npm package "deno".',
    ),
  weakWrapper: (problem: string): StoppedRun =>
    stopped('RUNNER_START', `Cannot trust the wrapper around a runner: ${problem.slice(0, 200)}`),
  notHardened: (missing: readonly string[]): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot use a runner: it could not close its own doors (${missing.join(', ')})`,
      'Run sluice doctor.',
    ),
  notProtected: (missing: readonly string[]): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot run programs: sandbox.require demands ${missing.join(', ')}, which this machine does not give`,
      'Run sluice doctor to see why, or remove it from sandbox.require.',
    ),
  slowStart: (timeoutMs: number): StoppedRun =>
    stopped(
      'RUNNER_START',
      `Cannot start a runner: Deno was not ready after ${timeoutMs} ms`,
      'Run sluice doctor.',
    ),
};

function memoryStop(setting: string, limitMb: number): StoppedRun {
  return stopped(
    'RUN_MEMORY',
    `The program ran out of memory (limit ${limitMb} MB)`,
    `Work in smaller pieces, or raise ${setting}.`,
  );
}

/** A stop with its words. */
export function stopped(code: StoppedRun['code'], message: string, hint?: string): StoppedRun {
  return { kind: 'stopped', code, message, ...(hint === undefined ? {} : { hint }) };
}
