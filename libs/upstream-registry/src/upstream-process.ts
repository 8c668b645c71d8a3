import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Writable } from 'node:stream';
import { killAtExit } from './kill-at-exit.js';
import type { ResolvedCommand } from './resolve-command.js';
import { createTailBuffer } from './tail-buffer.js';

/** How a process ended. */
export interface ProcessExit {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One running upstream process with its group. */
export interface UpstreamProcess {
  readonly pid: number | undefined;
  /** Settles when the process runs; rejects with Node's own error (ENOENT, EACCES …) when it cannot. */
  readonly started: Promise<void>;
  /** Resolves when it has ended and what it wrote has been read. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Sets the one reader of stdout; what arrives without a reader is dropped. */
  readStdout(reader: (chunk: Buffer) => void): void;
  /** What it writes waits in the pipe until {@link resumeStdout}. */
  pauseStdout(): void;
  resumeStdout(): void;
  /** Resolves when the text is in the pipe; rejects when the pipe is gone. */
  write(text: string): Promise<void>;
  /** The end of what it wrote on stderr; not redacted. */
  stderrTail(): string;
  /** Ends the process and its whole group, gently at first. Idempotent; resolves when all is gone. */
  end(): Promise<void>;
}

/** What {@link startUpstreamProcess} needs. */
export interface ProcessOptions {
  readonly command: ResolvedCommand;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly platform: NodeJS.Platform;
  /** Time between end of input, SIGTERM and SIGKILL, in milliseconds each. @default 1500 */
  readonly graceMs?: number;
}

/** Kept of stderr: the reason of a failed start fits, a flood does not. */
const stderrTailBytes = 8 * 1024;

/** After the exit, wait this long for pipes that a grandchild may hold open. */
const drainMs = 250;

/**
 * Starts an upstream process: the only `spawn` of this library. On POSIX it leads a process group of
 * its own, so that what it starts goes when it goes. Both output pipes are always read: a child
 * blocks for ever on a full stderr.
 */
export function startUpstreamProcess(options: ProcessOptions): UpstreamProcess {
  const isWindows = options.platform === 'win32';
  const graceMs = options.graceMs ?? 1500;
  const tail = createTailBuffer(stderrTailBytes);
  const child = spawnChild(options, isWindows);
  if (child instanceof Error) return deadProcess(child);

  const signalGroup = (signal: NodeJS.Signals | 0) => sendSignal(child, signal, isWindows);
  const forget = killAtExit(() => signalGroup('SIGKILL'));
  let reader: (chunk: Buffer) => void = () => undefined;
  child.stdout.on('data', (chunk: Buffer) => reader(chunk));
  child.stderr.on('data', (chunk: Buffer) => tail.push(chunk));
  // Without listeners a broken pipe would be an uncaught exception; the exit tells the story.
  for (const stream of [child.stdin, child.stdout, child.stderr])
    stream.on('error', () => undefined);

  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  started.catch(() => undefined);
  let isPaused = false;
  let whenResumed: (() => void) | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('error', () => child.pid === undefined && resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', (code, signal) => {
      const drain = () => void setTimeout(() => resolve({ code, signal }), drainMs);
      // What is in the pipe while nobody reads is still to come.
      if (isPaused) whenResumed = drain;
      else drain();
    });
  });
  const gone = exited.then(async () => {
    await endGroup(signalGroup, isWindows);
    forget();
  });
  let ending: Promise<void> | undefined;

  return {
    pid: child.pid,
    started,
    exited,
    readStdout: (next) => {
      reader = next;
    },
    pauseStdout: () => {
      isPaused = true;
      child.stdout.pause();
    },
    resumeStdout: () => {
      isPaused = false;
      child.stdout.resume();
      whenResumed?.();
      whenResumed = undefined;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        gatherWrites(child.stdin);
        child.stdin.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    stderrTail: () => tail.text(),
    end: () => (ending ??= endLadder(child, signalGroup, gone, graceMs)),
  };
}

/** Has all that is written in one turn of the event loop go out by one system call. */
function gatherWrites(pipe: Writable): void {
  if (pipe.writableCorked > 0) return;
  pipe.cork();
  process.nextTick(() => pipe.uncork());
}

function spawnChild(
  { command, environment, cwd }: ProcessOptions,
  isWindows: boolean,
): ChildProcessWithoutNullStreams | Error {
  try {
    return spawn(command.file, command.args, {
      env: { ...environment },
      ...(cwd !== undefined && { cwd }),
      detached: !isWindows,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments: command.verbatim,
    });
  } catch (error) {
    // A NUL in an argument, an unusable working directory and the like throw at once.
    return error instanceof Error ? error : new Error(String(error));
  }
}

function deadProcess(error: Error): UpstreamProcess {
  const started = Promise.reject(error);
  started.catch(() => undefined);
  return {
    pid: undefined,
    started,
    exited: Promise.resolve({ code: null, signal: null }),
    readStdout: () => undefined,
    pauseStdout: () => undefined,
    resumeStdout: () => undefined,
    write: () => Promise.reject(error),
    stderrTail: () => '',
    end: () => Promise.resolve(),
  };
}

/** End of input, then SIGTERM, then SIGKILL: what a polite server, a normal one and a stubborn one need. */
async function endLadder(
  child: ChildProcessWithoutNullStreams,
  signalGroup: (signal: NodeJS.Signals) => boolean,
  gone: Promise<void>,
  graceMs: number,
): Promise<void> {
  child.stdin.end();
  if (await settledWithin(gone, graceMs)) return;
  signalGroup('SIGTERM');
  if (await settledWithin(gone, graceMs)) return;
  signalGroup('SIGKILL');
  await gone;
}

/** What the leader left behind gets a short warning and is killed. */
async function endGroup(
  signalGroup: (signal: NodeJS.Signals | 0) => boolean,
  isWindows: boolean,
): Promise<void> {
  if (isWindows || !signalGroup(0)) return;
  signalGroup('SIGTERM');
  for (let waited = 0; waited < 500 && signalGroup(0); waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  signalGroup('SIGKILL');
}

/** False when there is nothing to signal any more. */
function sendSignal(
  child: ChildProcessWithoutNullStreams,
  signal: NodeJS.Signals | 0,
  isWindows: boolean,
): boolean {
  if (child.pid === undefined) return false;
  try {
    if (!isWindows) return process.kill(-child.pid, signal);
    if (signal === 'SIGKILL')
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' }).on(
        'error',
        () => child.kill(),
      );
    return signal === 0 ? child.exitCode === null : child.kill(signal);
  } catch {
    return false;
  }
}

async function settledWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
