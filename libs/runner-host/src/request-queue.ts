import type { Clock, ProgramHost } from '@sluice/contracts';
import { isLongAnswer, longReplyFrame } from './long-reply-frame.js';
import { answerRequest } from './program-requests.js';
import type { ProgramRequest } from './program-requests.js';
import { replyFrame } from './reply-frame.js';
import type { RunnerWire } from './runner-wire.js';
import { showInWindow } from './show-in-window.js';

/** What {@link createRequestQueue} takes. */
export interface RequestQueueOptions {
  readonly host: ProgramHost;
  readonly clock: Clock;
  readonly wire: RunnerWire;
  /** Aborted when the run has ended: nothing is passed on or sent afterwards. */
  readonly ended: AbortSignal;
  /** Requests that are passed on at most. */
  readonly maxRequests: number;
  /** Called when the turn of one more has come. */
  readonly onTooMany: () => void;
  /** Called where the runner does not read its replies, with the bytes that may wait at most. */
  readonly onUnread: (maxBytes: number) => void;
}

/** The requests of one run, from their arrival to their reply. */
export interface RequestQueue {
  /** @param bytes size of its payload */
  add(message: ProgramRequest, bytes: number): void;
}

/** A request that is not passed on yet. */
interface HeldRequest {
  readonly message: ProgramRequest;
  readonly bytes: number;
}

/** Replies that may wait for the runner to read them, in bytes, before further calls are held back. */
const maxUnreadBytes = 33_554_432;

/** Replies that may wait at most, in bytes; calls that were passed on before it came to that still bring theirs. */
const maxBacklogBytes = 268_435_456;

/** Requests that may be unanswered, in bytes, before the runner is read no further. */
const maxUnansweredBytes = 67_108_864;

/**
 * Requests that are worked on at a time, before the runner is read no further. The gate lets 32 of them
 * (`sandbox.maxParallelCalls`) through to upstreams. Without this bound a loop that never awaits had this
 * process take in thousands at once, and other runs waited three times as long.
 */
const maxOpenRequests = 256;

/**
 * Requests whose answer or whose file may be large and is on disk. A hundred recalls of 60 MB at once took 12 GB
 * of this process.
 */
const storedRequests: ReadonlySet<ProgramRequest['name']> = new Set([
  'save-start',
  'read-start',
  'recall-start',
  'select-start',
] as const);

/**
 * Answers a runner's requests side by side, and never with much of them in memory: it passes on no more than may be worked on at a
 * time, what is stored one by one, and reads the runner no further while it has asked for a lot or does not read its replies.
 */
export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { host, clock, wire, ended, maxRequests, onTooMany, onUnread } = options;
  let passedOn = 0;
  let unansweredBytes = 0;
  let openRequests = 0;
  let isDraining = false;
  let isPaused = false;
  let held: HeldRequest[] = [];
  let storeTurn: Promise<void> = Promise.resolve();
  let encoding: Promise<void> = Promise.resolve();
  ended.addEventListener('abort', () => (held = []), { once: true });

  /** Reads the runner no further while it has asked for a lot; answers, which need no reader, end that. */
  const waitOrGoOn = () => {
    const mustWait = unansweredBytes > maxUnansweredBytes || openRequests >= maxOpenRequests;
    if (mustWait === isPaused) return;
    isPaused = mustWait;
    if (mustWait) wire.pause();
    else wire.resume();
  };

  /** Passes on what may be passed on, in order. */
  const releaseHeld = () => {
    while (openRequests < maxOpenRequests && held.length > 0 && !mustDrain()) {
      const { message, bytes } = held.shift() as HeldRequest;
      passedOn += 1;
      // In its turn, so that all before it are passed on, in however few pieces they came.
      if (passedOn > maxRequests) return onTooMany();
      openRequests += 1;
      if (storedRequests.has(message.name)) inTurn(() => answerAndSend(message, bytes));
      else void answerAndSend(message, bytes);
    }
  };

  /** What is stored one at a time: in the order in which it was asked for, and never much in memory. */
  const inTurn = (work: () => Promise<void>) => {
    storeTurn = storeTurn.then(async () => {
      if (wire.unreadBytes >= maxUnreadBytes)
        await new Promise<void>((resolve) => wire.onceDrained(resolve));
      if (!ended.aborted) await work();
    });
  };

  /** Whether the runner must first read what it was sent. */
  const mustDrain = () => {
    if (wire.unreadBytes < maxUnreadBytes) return false;
    if (!isDraining) {
      isDraining = true;
      wire.onceDrained(() => {
        isDraining = false;
        releaseHeld();
      });
    }
    return true;
  };

  const answerAndSend = async (message: ProgramRequest, bytes: number): Promise<void> => {
    const answer = await showInWindow(await answerRequest(message, host, ended), wire.window);
    if (!isLongAnswer(answer)) return deliver(replyFrame(message, answer), bytes);
    // One at a time: each takes its size in memory until the runner has read it.
    encoding = encoding.then(async () => {
      const isInVain = ended.aborted || wire.unreadBytes > maxBacklogBytes;
      deliver(isInVain ? [] : await longReplyFrame(message, answer, clock.pause), bytes);
    });
    await encoding;
  };

  const deliver = (frame: readonly Uint8Array[], bytes: number) => {
    openRequests -= 1;
    if (ended.aborted) return;
    unansweredBytes -= bytes;
    if (wire.unreadBytes > maxBacklogBytes) return onUnread(maxBacklogBytes);
    wire.write(frame);
    releaseHeld();
    waitOrGoOn();
  };

  return {
    add(message, bytes) {
      unansweredBytes += bytes;
      held.push({ message, bytes });
      releaseHeld();
      waitOrGoOn();
    },
  };
}
