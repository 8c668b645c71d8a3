import type { Clock, ErrorCode, ToolId } from '@sluice/contracts';

/**
 * How far a nested call came. `queued` waits for a slot and `running` is with the upstream; the
 * others are ends: `refused` by the gate, `cancelled` in flight and `unsent` in the queue when its
 * run ended.
 */
export type CallState =
  'queued' | 'running' | 'done' | 'failed' | 'refused' | 'cancelled' | 'unsent';

/** One nested call as the journal keeps it: sizes and times, never a payload. */
export interface JournalEntry {
  /** `#n`, counted through the whole session in the order the calls were made. */
  readonly n: number;
  readonly runId: string;
  readonly toolId: ToolId;
  /** Configured server name and final tool name; empty where the tool is unknown. */
  readonly server: string;
  readonly tool: string;
  readonly state: CallState;
  /** UTF-8 bytes of the arguments as JSON text. */
  readonly argsBytes: number;
  /** Bytes of the result as it came; 0 while there is none. */
  readonly resultBytes: number;
  /** Milliseconds since 1970 when it was sent; while it waits, when it was made. */
  readonly startedAt: number;
  /** From sending to the end, in milliseconds; 0 while it runs or when it was never sent. */
  readonly durationMs: number;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** What was odd about the answer, in a few words; the call worked all the same. */
  readonly remark?: string;
}

/** A call that the journal has numbered; its later states are told through this. */
export interface OpenCall {
  readonly entry: () => JournalEntry;
  identify(tool: { readonly server: string; readonly tool: string }): void;
  /** UTF-8 bytes of the arguments, where they were not known from the start. */
  measured(argsBytes: number): void;
  sent(): void;
  remark(remark: string): void;
  /** The first end counts; later ones change nothing. */
  end(end: CallEnd): void;
}

/** How a call ended. */
export interface CallEnd {
  readonly state: Exclude<CallState, 'queued' | 'running'>;
  readonly resultBytes?: number;
  readonly error?: JournalEntry['error'];
}

/** The nested calls of one session. */
export interface Journal {
  /** Numbers a call. `record` is told of each state, the first included. */
  open(call: NewCall, record?: (entry: JournalEntry) => void): OpenCall;
  /** What is kept, oldest first. */
  entries(): readonly JournalEntry[];
}

/** A call as it is made. */
export interface NewCall {
  readonly runId: string;
  readonly toolId: ToolId;
  readonly argsBytes: number;
  readonly clock: Clock;
}

/** Entries kept per session: as many as one run may make calls (`sandbox.maxCalls`). */
const maxEntries = 10_000;

/** Makes an empty journal. Beyond 10,000 entries the oldest go; the numbering goes on. */
export function createJournal(): Journal {
  const kept = new Map<number, JournalEntry>();
  let count = 0;

  return {
    open({ runId, toolId, argsBytes, clock }, record) {
      count += 1;
      let current: JournalEntry = {
        n: count,
        runId,
        toolId,
        server: '',
        tool: '',
        state: 'queued',
        argsBytes,
        resultBytes: 0,
        startedAt: clock.now(),
        durationMs: 0,
      };
      let sentAt: number | undefined;
      const change = (part: Partial<JournalEntry>) => {
        current = { ...current, ...part };
        if (kept.has(current.n)) kept.set(current.n, current);
        record?.(current);
      };
      kept.set(current.n, current);
      // Numbers count up by one and only the oldest ever go: this one is it, without a search.
      kept.delete(count - maxEntries);
      record?.(current);
      return {
        entry: () => current,
        identify: ({ server, tool }) => change({ server, tool }),
        measured(argsBytes) {
          if (argsBytes !== current.argsBytes) change({ argsBytes });
        },
        sent() {
          sentAt = clock.monotonic();
          change({ state: 'running', startedAt: clock.now() });
        },
        remark: (remark) => change({ remark }),
        end({ state, resultBytes = 0, error }) {
          if (current.state !== 'queued' && current.state !== 'running') return;
          const durationMs = sentAt === undefined ? 0 : Math.round(clock.monotonic() - sentAt);
          change({ state, resultBytes, durationMs, ...(error === undefined ? {} : { error }) });
        },
      };
    },
    entries: () => [...kept.values()],
  };
}
