import { describe, expect, it } from 'vitest';
import { explainExit } from './explain-exit.js';
import type { RunnerExit } from './runner-process.js';

const limits = {
  timeoutMs: 1000,
  heapMb: 64,
  memoryMb: 256,
  maxCalls: 1,
  maxParallelCalls: 1,
  maxValueBytes: 1,
  maxLogBytes: 1,
  maxFileBytes: 1,
};
const explain = (exit: Partial<RunnerExit>) =>
  explainExit({ exitCode: null, signal: null, stderrTail: '', ...exit }, limits, 9);

const memory = (limitMb: number, setting: string) => ({
  kind: 'stopped',
  code: 'RUN_MEMORY',
  message: `The program ran out of memory (limit ${limitMb} MB)`,
  hint: `Work in smaller pieces, or raise sandbox.${setting}.`,
});
const tooDeep = {
  kind: 'stopped',
  code: 'RUN_EXITED',
  message: 'The program is too deeply nested: its runner ran out of stack',
  hint: 'Source or data that nests many thousand levels deep does this.',
};
const cpu = {
  kind: 'stopped',
  code: 'RUN_CPU',
  message: 'The program used up its CPU time (limit 9 s)',
  hint: 'Do less in one run, or raise sandbox.cpuSeconds.',
};

describe('explainExit()', () => {
  it.each([
    [
      'V8: heap',
      { signal: 'SIGTRAP', stderrTail: '# Fatal JavaScript out of memory: CALL_AND_RETRY_LAST' },
      memory(64, 'heapMb'),
    ],
    [
      'V8: heap limit',
      { signal: 'SIGABRT', stderrTail: 'FATAL ERROR: Reached heap limit Allocation failed' },
      memory(64, 'heapMb'),
    ],
    [
      'V8: process',
      { signal: 'SIGTRAP', stderrTail: '# Fatal process out of memory: Zone' },
      memory(256, 'memoryMb'),
    ],
    [
      'Rust',
      { signal: 'SIGABRT', stderrTail: 'memory allocation of 33554432 bytes failed' },
      memory(256, 'memoryMb'),
    ],
    ['no word at all, SIGTRAP', { signal: 'SIGTRAP' }, memory(256, 'memoryMb')],
    ['no word at all, SIGILL', { signal: 'SIGILL' }, memory(256, 'memoryMb')],
    ['a wrapper that tells of SIGABRT', { exitCode: 134 }, memory(256, 'memoryMb')],
    ['the CPU limit', { signal: 'SIGXCPU' }, cpu],
    ['the CPU limit inside a wrapper', { exitCode: 152 }, cpu],
    ['the stack, by signal', { signal: 'SIGSEGV' }, tooDeep],
    ['the stack inside a wrapper', { exitCode: 139 }, tooDeep],
    [
      'the stack, by word',
      { signal: 'SIGABRT', stderrTail: "thread 'main' has overflowed its stack" },
      tooDeep,
    ],
  ] satisfies [string, Partial<RunnerExit>, object][])('knows the end by %s', (_, exit, stop) => {
    expect(explain(exit)).toEqual(stop);
  });

  it.each([
    ['exit code 0', { exitCode: 0 }, undefined],
    ['exit code 7', { exitCode: 7 }, undefined],
    [
      'exit code 1',
      { exitCode: 1 },
      'An error that nothing could catch does this: one thrown by a listener for errors, or by a patched built-in.',
    ],
    ['signal SIGTERM', { signal: 'SIGTERM' }, undefined],
    ['signal SIGKILL', { signal: 'SIGKILL' }, 'The system may have run out of memory.'],
    [
      'signal SIGSYS',
      { signal: 'SIGSYS' },
      'It called the system in a way that the sandbox does not know.',
    ],
  ] satisfies [string, Partial<RunnerExit>, string | undefined][])(
    'tells of %s as it is',
    (how, exit, hint) => {
      expect(explain(exit)).toEqual({
        kind: 'stopped',
        code: 'RUN_EXITED',
        message: `The runner ended with ${how} before the program was done`,
        ...(hint === undefined ? {} : { hint }),
      });
    },
  );
});
