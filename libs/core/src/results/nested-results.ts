import type { Json, ResultStore, StoredResult } from '@sluice/contracts';
import { textOfValue } from '../text-of-value.js';
import type { ValueForm } from '../text-of-value.js';

/** The results of a session's nested calls, by their number `#n`. */
export interface NestedResults {
  /** Takes note of the result of a call. Returns at once; nothing is printed or written before it must be. */
  remember(result: NestedResult): void;
  /** The value, where it is still in memory; else where it is kept. Undefined when there is none. */
  find(n: number): FoundResult | undefined;
  /**
   * Keeps a result in the store, unless it is there; undefined when there is none.
   * @param isGone it was there, and is not any more: kept anew where it is still in memory. @default false
   */
  keep(n: number, isGone?: boolean): Promise<StoredResult> | undefined;
  /** Forgets the result that is kept under a reference, if it is one of these. */
  release(ref: string): void;
  /** Forgets all of them. */
  clear(): void;
}

/** The result of one nested call. */
export interface NestedResult {
  readonly n: number;
  readonly toolId: string;
  readonly value: Json;
  /** The JSON text that it was read from: it stays as it came, in place of the value. */
  readonly valueText?: string | undefined;
  /** Bytes as they came. */
  readonly sizeBytes: number;
}

/** A result in memory, or one that went to the store. */
export type FoundResult =
  | { readonly kind: 'value'; readonly value: Json; readonly toolId: string }
  | { readonly kind: 'text'; readonly form: ValueForm; readonly toolId: string }
  | { readonly kind: 'stored'; readonly stored: Promise<StoredResult> };

/** Memory for the results of nested calls, shared by all sessions of a gateway. */
export interface ResultMemory {
  /** The results of one session. */
  forSession(sessionId: string): NestedResults;
}

/** What {@link createResultMemory} needs. */
export interface ResultMemoryOptions {
  readonly store: Pick<ResultStore, 'put'>;
  /**
   * What results may take in memory, in bytes: texts as they came, others counted as {@link parsedFactor} times that.
   * @default 67108864
   */
  readonly maxBytes?: number;
}

/** What a parsed value takes in memory for each byte that it came in: a record of few short fields takes most. */
const parsedFactor = 4;

/** Results of one session that are known; as many as its journal has entries. */
const maxResults = 10_000;

interface Entry {
  readonly sessionId: string;
  readonly n: number;
  readonly toolId: string;
  /** What it takes in memory. */
  readonly costBytes: number;
  /** While it is in memory. */
  held?: { readonly value: Json } | { readonly form: ValueForm };
  stored?: Promise<StoredResult>;
  /** Once it is stored. */
  ref?: string;
}

/**
 * Makes the memory. A result stays in memory as the value it is, and costs nothing beyond that, or as the
 * JSON text that it was read from, so that small calls are as fast as without. When the memory is full the oldest go
 * to the store, and a result that would fill half of it goes there at once: beside the program, which has its value by then.
 */
export function createResultMemory({
  store,
  maxBytes = 67_108_864,
}: ResultMemoryOptions): ResultMemory {
  /** Of all sessions, oldest first. */
  const inMemory = new Set<Entry>();
  let bytes = 0;

  const drop = (entry: Entry) => {
    if (!inMemory.delete(entry)) return;
    bytes -= entry.costBytes;
    delete entry.held;
  };

  const keep = (entry: Entry): Promise<StoredResult> => {
    entry.stored ??= put(entry);
    return entry.stored;
  };

  const put = async (entry: Entry): Promise<StoredResult> => {
    const { sessionId, toolId, held } = entry;
    const stored = await store.put(sessionId, {
      ...formOf(held),
      source: toolId,
    });
    entry.ref = stored.ref;
    return stored;
  };

  const spill = (entry: Entry) => {
    // What cannot be kept says so to whoever asks for it.
    keep(entry).catch(() => undefined);
    drop(entry);
  };

  const add = (entry: Entry) => {
    inMemory.add(entry);
    bytes += entry.costBytes;
    if (entry.costBytes > maxBytes / 2) spill(entry);
    for (const oldest of inMemory) {
      if (bytes <= maxBytes) break;
      spill(oldest);
    }
  };

  return {
    forSession(sessionId) {
      const entries = new Map<number, Entry>();
      return {
        remember({ n, toolId, value, valueText, sizeBytes }) {
          const held =
            valueText === undefined ? { value } : { form: textOfValue(value, valueText) };
          const isText = 'form' in held || typeof value === 'string';
          const costBytes = sizeBytes * (isText ? 1 : parsedFactor);
          const entry: Entry = { sessionId, n, toolId, costBytes, held };
          entries.set(n, entry);
          add(entry);
          const [first] = entries.values();
          if (entries.size <= maxResults || first === undefined) return;
          drop(first);
          entries.delete(first.n);
        },
        find(n) {
          const entry = entries.get(n);
          if (entry === undefined) return undefined;
          const { held, toolId } = entry;
          if (held !== undefined && 'form' in held)
            return { kind: 'text', form: held.form, toolId };
          if (held !== undefined) return { kind: 'value', value: held.value, toolId };
          return { kind: 'stored', stored: keep(entry) };
        },
        keep(n, isGone = false) {
          const entry = entries.get(n);
          if (entry === undefined) return undefined;
          if (isGone && entry.held !== undefined) delete entry.stored;
          return keep(entry);
        },
        release(ref) {
          for (const entry of entries.values()) {
            if (entry.ref !== ref) continue;
            drop(entry);
            entries.delete(entry.n);
          }
        },
        clear() {
          for (const entry of entries.values()) drop(entry);
          entries.clear();
        },
      };
    },
  };
}

function formOf(held: Entry['held']): ValueForm {
  if (held === undefined) return textOfValue(null);
  return 'form' in held ? held.form : textOfValue(held.value);
}
