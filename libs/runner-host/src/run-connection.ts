import { setMaxListeners } from 'node:events';
import type { Clock, ProgramHost, RunEnd, RunRequest, SandboxSettings } from '@sluice/contracts';
import { countJsonValues, maxJsonValues, printJson } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import {
  encodeFrame,
  FrameError,
  FrameReader,
  maxDepth,
  readRunnerMessage,
  splitFilePayload,
} from '@sluice/runner-protocol';
import type { Frame, MessageNameFrom, RunnerMessage } from '@sluice/runner-protocol';
import { createLogIntake } from './log-intake.js';
import type { ProgramRequest } from './program-requests.js';
import { createProgressThrottle } from './progress-throttle.js';
import { createRequestQueue } from './request-queue.js';
import { runStops } from './run-stops.js';
import type { RunnerWire } from './runner-wire.js';

/** What {@link createRunConnection} takes. */
export interface RunConnectionOptions {
  readonly request: RunRequest;
  readonly host: ProgramHost;
  readonly clock: Clock;
  readonly wire: RunnerWire;
  readonly bounds: Pick<SandboxSettings, 'maxOutputBytes' | 'maxFrames'>;
  /** Called once, at the first reason to end. */
  readonly onEnd: (end: RunEnd) => void;
}

/** One run over the wire. */
export interface RunConnection {
  /** Sends `run-start`. */
  start(): void;
  /** Takes bytes of the runner. */
  push(chunk: Uint8Array): void;
  /** Ends the run for a reason of the host's, unless it has ended. */
  end(end: RunEnd): void;
}

/** An envelope adds a level or two to the value in it. */
const maxFrameDepth = maxDepth + 8;

/** Values of a result that is parsed only to be sure of it. */
const maxCheckedValues = 200_000;

/**
 * Speaks with a runner that is ready, for one run. Every byte is taken as the program's own words:
 * sizes, depth, shape and order are checked, ids must count up, and the first breach ends the run.
 * After the end nothing is read, nothing is sent, and every call in flight is told by its signal.
 */
export function createRunConnection(options: RunConnectionOptions): RunConnection {
  const { request, host, clock, wire, bounds, onEnd } = options;
  const { limits } = request;
  const { maxValueBytes, maxFileBytes } = limits;
  const reader = new FrameReader({ from: 'runner', maxValueBytes, maxFileBytes });
  const maxValues = maxJsonValues(maxValueBytes);
  const log = createLogIntake(host, limits.maxLogBytes);
  const ending = new AbortController();
  // Every call in flight listens to it; many are no leak.
  setMaxListeners(0, ending.signal);
  let state: 'starting' | 'running' | 'ended' = 'starting';
  let lastId = 0;
  let emittedBytes = 0;
  let outputBytes = 0;
  let frameCount = 0;
  const progress = createProgressThrottle(clock, (report) => tellHost(() => host.progress(report)));

  const end = (reason: RunEnd) => {
    if (state === 'ended') return;
    state = 'ended';
    ending.abort();
    try {
      progress.finish();
      log.finish();
    } finally {
      onEnd(reason);
    }
  };

  const requests = createRequestQueue({
    host,
    clock,
    wire,
    ended: ending.signal,
    maxRequests: limits.maxCalls,
    onTooMany: () => end(runStops.tooManyCalls(limits)),
    onUnread: (maxBytes) => end(runStops.unreadReplies(maxBytes)),
  });

  const onFrame = (frame: Frame<MessageNameFrom<'runner'>>) => {
    if (state === 'ended') return;
    frameCount += 1;
    if (frameCount > bounds.maxFrames)
      return end(runStops.tooMuch('', bounds.maxFrames, 'messages', 'maxFrames'));
    if (frame.payload.length > maxValueBytes && frame.name === 'run-end')
      return end(runStops.valueTooLarge(limits, 'its value'));
    const isFile = frame.name === 'save-start';
    const json = isFile ? splitFilePayload(frame.payload).text : frame.payload;
    const mayHoldMany = frame.name === 'run-end';
    const values = countJsonValues(json, maxFrameDepth, mayHoldMany ? Infinity : maxValues);
    if (values === 'too deep')
      return end(runStops.protocol(`its ${frame.name} is nested too deeply`));
    if (values > maxValues && !mayHoldMany)
      return end(runStops.tooManyValues(`its ${frame.name}`, maxValues));
    onMessage(readRunnerMessage(frame), frame.payload.length, values);
  };

  const onMessage = (message: RunnerMessage, bytes: number, values: number) => {
    switch (message.name) {
      case 'ready':
      case 'probe-end':
        return end(runStops.protocol(`it sent ${message.name} during a run`));
      case 'run-end':
        // Parsed to be sure that it is JSON; who needs the value parses it again, if anyone does.
        // One of very many values is kept as the text it is.
        if (values <= maxCheckedValues) JSON.parse(message.payload);
        return end({ kind: 'value', json: message.payload, sizeBytes: bytes });
      case 'run-throw':
        return end({ kind: 'threw', error: message.payload });
      case 'log':
        return tellHost(() => log.take(message.payload));
      case 'progress':
        return progress.report(message.payload);
      case 'emit':
        emittedBytes += bytes;
        if (emittedBytes > maxValueBytes)
          return end(runStops.valueTooLarge(limits, 'what it emitted'));
        return tellHost(() => host.emit(message.payload));
      case 'call-start':
      case 'search-start':
      case 'describe-start':
      case 'ask-start':
      case 'recall-start':
      case 'select-start':
      case 'keep-start':
      case 'save-start':
      case 'read-start':
        return onRequest(message, bytes);
    }
  };

  /** A host that throws is no fault of the runner's, and its words are not for the program. */
  const tellHost = (tell: () => void) => {
    try {
      tell();
    } catch {
      end(runStops.hostFailed());
    }
  };

  const onRequest = (message: ProgramRequest, bytes: number) => {
    const { id } = message.payload;
    if (id <= lastId) return end(runStops.protocol(`its request ${id} does not count up`));
    lastId = id;
    requests.add(message, bytes);
  };

  return {
    start() {
      state = 'running';
      const { program, data, servers } = request;
      const payload = {
        program,
        data,
        servers,
        limits: { maxValueBytes, maxLogBytes: limits.maxLogBytes, maxFileBytes },
      };
      wire.write(encodeFrame('run-start', printJson(payload as unknown as JsonValue)));
    },
    push(chunk) {
      if (state === 'ended') return;
      outputBytes += chunk.length;
      if (outputBytes > bounds.maxOutputBytes)
        return end(
          runStops.tooMuch(' to stdout', bounds.maxOutputBytes, 'bytes', 'maxOutputBytes'),
        );
      try {
        reader.push(chunk, onFrame);
      } catch (error) {
        end(breach(error));
      }
    },
    end,
  };

  function breach(error: unknown): RunEnd {
    if (error instanceof FrameError && error.tooLarge === 'run-end')
      return runStops.valueTooLarge(limits, 'its value');
    if (error instanceof FrameError && error.tooLarge === 'save-start')
      return runStops.fileTooLarge(limits);
    if (error instanceof FrameError && error.tooLarge !== undefined)
      return runStops.valueTooLarge(limits, `its ${error.tooLarge}`);
    const problem = error instanceof Error ? error.message : 'unreadable';
    return runStops.protocol(problem.slice(0, 200));
  }
}
