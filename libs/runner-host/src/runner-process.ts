import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { DenoCommand } from './deno-command.js';
import type { RunnerWindow } from './runner-window.js';
import { createTextTail } from './text-tail.js';

/** How a runner's process went away. */
export interface RunnerExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Last text on stderr: Deno's and V8's own words, and never shown as they are. */
  readonly stderrTail: string;
  /** Why it could not be started at all. */
  readonly spawnError?: NodeJS.ErrnoException;
}

/** One runner's process. */
export interface RunnerProcess {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Settles when the process is gone and all its output was read, or after `kill`. */
  readonly exited: Promise<RunnerExit>;
  /** Through which it may read; it is closed when the process is gone. */
  readonly window?: RunnerWindow;
  /** Bytes written that the runner has not taken yet. */
  readonly unreadBytes: number;
  write(parts: readonly Uint8Array[]): void;
  /** Calls `listener` once when everything written was taken. */
  onceDrained(listener: () => void): void;
  /** Hands the next output to `reader`, which replaces the one before. */
  read(reader: (chunk: Uint8Array) => void): void;
  /** Tells how many bytes there were on stderr so far, each time there are more. */
  onErrorBytes(listener: (bytes: number) => void): void;
  /** Stops and continues reading; the runner then waits when it writes. */
  pause(): void;
  resume(): void;
  /** Closes the leash, as the end of this host would. */
  letGo(): void;
  /** Ends it and everything it started, at once. Settles when all of that is gone, in bounded time. Idempotent. */
  kill(): Promise<void>;
}

/** Ends a child and whatever it started; the part that differs between systems. */
export type KillChild = (child: ChildProcess) => void;

/** See `wrapInShell`. */
const leashDescriptor = 3;

const stderrTailBytes = 8192;

/**
 * Time after which reading goes on in a new turn of the event loop, so that a flood from one runner
 * leaves the host able to answer others.
 */
const turnMs = 8;

/** Time that a killed process is waited for; a busy machine needs a tenth of it to take back 512 MB. */
const maxEndMs = 2000;

/** What Node reads of a pipe at a time (libuv). */
const fullReadBytes = 65_536;

/**
 * Starts a runner: the only `spawn` for programs. Three pipes and nothing else is inherited. On POSIX the
 * child leads a process group of its own, which is what `kill` ends; on Windows it stays in the
 * parent's job, so that it goes with the parent.
 */
export function spawnRunner(
  command: DenoCommand,
  platform: NodeJS.Platform,
  {
    killChild = platform === 'win32' ? killOne : killGroup,
    window,
  }: { readonly killChild?: KillChild; readonly window?: RunnerWindow | undefined } = {},
): RunnerProcess {
  // Without file descriptors left, a child has no pipes; its type says so.
  const child: ChildProcess = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: command.leash ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    detached: platform !== 'win32',
    windowsHide: true,
  });
  const { stdin } = child;
  const stderrTail = createTextTail(stderrTailBytes);
  let errorBytes = 0;
  let tellErrorBytes: (bytes: number) => void = () => undefined;
  child.stderr?.on('data', (chunk: Uint8Array) => {
    stderrTail.push(chunk);
    errorBytes += chunk.length;
    tellErrorBytes(errorBytes);
  });
  // Pipes of a dead runner break; that it is dead is what `exited` tells.
  for (const pipe of [...child.stdio]) pipe?.on('error', () => undefined);

  const exited = new Promise<RunnerExit>((resolve) => {
    const exit = (exitCode: number | null, signal: NodeJS.Signals | null) =>
      resolve({ exitCode, signal, stderrTail: stderrTail.text() });
    child.once('close', exit);
    child.once('error', (spawnError) =>
      resolve({ exitCode: null, signal: null, stderrTail: '', spawnError }),
    );
  });

  let killed: Promise<void> | undefined;
  if (window) void exited.then(() => window.close());
  const { read, pause, resume } = readInTurns(child);
  return {
    pid: child.pid,
    ...(window ? { window } : {}),
    exited,
    get unreadBytes() {
      return stdin?.writableLength ?? 0;
    },
    write(parts) {
      if (stdin === null || stdin.destroyed) return;
      gatherWrites(stdin);
      for (const part of parts) stdin.write(part);
    },
    onceDrained: (listener) => void stdin?.once('drain', listener),
    onErrorBytes(listener) {
      tellErrorBytes = listener;
    },
    read,
    pause,
    resume,
    letGo: () => child.stdio[leashDescriptor]?.destroy(),
    kill() {
      killed ??= endChild(child, killChild, exited).then(() => window?.close());
      return killed;
    },
  };
}

/** Has all that is written in one turn of the event loop go out by one system call. */
function gatherWrites(pipe: Writable): void {
  if (pipe.writableCorked > 0) return;
  pipe.cork();
  process.nextTick(() => pipe.uncork());
}

function readInTurns(child: ChildProcess): Pick<RunnerProcess, 'read' | 'pause' | 'resume'> {
  const { stdout } = child;
  let reader: (chunk: Uint8Array) => void = () => undefined;
  let isPaused = false;
  let turnStart: number | undefined;
  stdout?.on('data', (chunk: Uint8Array) => {
    // A read that leaves room has emptied the pipe: nothing more of it comes in this turn.
    if (turnStart === undefined && chunk.length >= fullReadBytes) {
      turnStart = performance.now();
      setImmediate(() => {
        turnStart = undefined;
        if (!isPaused) stdout.resume();
      });
    }
    reader(chunk);
    if (turnStart !== undefined && performance.now() - turnStart > turnMs) stdout.pause();
  });
  return {
    read(next) {
      reader = next;
    },
    pause() {
      isPaused = true;
      stdout?.pause();
    },
    resume() {
      isPaused = false;
      stdout?.resume();
    },
  };
}

async function endChild(
  child: ChildProcess,
  killChild: KillChild,
  exited: Promise<unknown>,
): Promise<void> {
  // First the pipes, so that not one more word of it is read; no signal that it could ignore.
  for (const pipe of child.stdio) if (pipe !== child.stderr) pipe?.destroy();
  killChild(child);
  // A wrapper may be reaped while what it wrapped still gives its memory back. The end of stderr, which
  // all of them hold, is the end of the last.
  const giveUp = setTimeout(() => child.stderr?.destroy(), maxEndMs);
  await exited;
  clearTimeout(giveUp);
}

const killGroup: KillChild = ({ pid, exitCode, signalCode }) => {
  // Of a process that is reaped the number may belong to another by now.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};

const killOne: KillChild = (child) => void child.kill('SIGKILL');
