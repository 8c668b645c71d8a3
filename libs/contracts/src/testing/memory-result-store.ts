import type { Clock } from '../clock.js';
import type { NewResult, ResultStore, StoredResult } from '../result-store.js';
import { closedStore, holdsBytes, refuseTooLarge, unknownResult } from '../result-errors.js';
import type { ResultSettings } from '../settings.js';

interface Kept {
  readonly sessionId: string;
  readonly stored: StoredResult;
  readonly bytes: Uint8Array;
}

/** A {@link ResultStore} in memory, for tests and as the plainest statement of what one does. */
export function memoryResultStore(settings: ResultSettings, clock: Clock): ResultStore {
  let kept: Kept[] = [];
  let isClosed = false;
  let count = 0;

  const refuseIfClosed = () => {
    if (isClosed) throw closedStore();
  };
  const totalBytes = () => {
    const latin1 = new TextDecoder('latin1');
    const unique = new Map(kept.map(({ bytes }) => [latin1.decode(bytes), bytes.length]));
    return [...unique.values()].reduce((sum, size) => sum + size, 0);
  };
  const dropExpired = () => {
    kept = kept.filter(({ stored }) => stored.expiresAt > clock.now());
  };
  const dropOldest = () => {
    const oldest = kept.find(({ stored }) => !stored.isPinned) ?? kept[0];
    kept = kept.filter((entry) => entry !== oldest);
  };
  const get = (sessionId: string, ref: string): Kept => {
    refuseIfClosed();
    dropExpired();
    const entry = kept.find((one) => one.stored.ref === ref && one.sessionId === sessionId);
    if (entry === undefined) throw unknownResult(ref, settings);
    return entry;
  };

  return {
    async put(sessionId, result) {
      refuseIfClosed();
      const bytes = bytesOf(result);
      refuseTooLarge(bytes.length, settings);
      dropExpired();
      count += 1;
      const createdAt = clock.now();
      const stored: StoredResult = {
        ref: `res_${count.toString(16).padStart(32, '0')}`,
        kind: result.kind,
        contentType: contentTypeOf(result),
        sizeBytes: bytes.length,
        source: result.source,
        createdAt,
        expiresAt: createdAt + settings.ttlSeconds * 1000,
        isPinned: result.isPinned ?? false,
        ...(result.kind === 'text' && {
          extent: { characters: result.text.length, lines: result.text.split('\n').length },
        }),
      };
      const entry = { sessionId, stored, bytes };
      kept.push(entry);
      // What comes in is the newest of all: it never makes room for itself, even among pinned ones.
      while (totalBytes() > settings.maxStoreBytes) {
        kept.pop();
        dropOldest();
        kept.push(entry);
      }
      return stored;
    },
    find: async (sessionId, ref) => get(sessionId, ref).stored,
    async read(sessionId, ref) {
      const { stored, bytes } = get(sessionId, ref);
      if (stored.kind === 'bytes') throw holdsBytes(ref, stored.contentType);
      return { stored, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
    },
    async readBytes(sessionId, ref, { offset, length }) {
      const { stored, bytes } = get(sessionId, ref);
      return { stored, bytes: bytes.slice(offset, offset + length) };
    },
    async release(sessionId, ref) {
      const entry = get(sessionId, ref);
      kept = kept.filter((one) => one !== entry);
      return entry.stored;
    },
    async list(sessionId) {
      refuseIfClosed();
      dropExpired();
      return kept.filter((one) => one.sessionId === sessionId).map(({ stored }) => stored);
    },
    async stats() {
      refuseIfClosed();
      dropExpired();
      return { results: kept.length, sizeBytes: totalBytes() };
    },
    async endSession(sessionId) {
      kept = kept.filter((one) => one.sessionId !== sessionId);
    },
    async close() {
      isClosed = true;
    },
  };
}

function bytesOf(result: NewResult): Uint8Array {
  if (result.kind !== 'bytes') return new TextEncoder().encode(result.text);
  if ('bytes' in result) return result.bytes.slice();
  const letters = result.base64.replace(/[^A-Za-z0-9+/]/g, '');
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
}

function contentTypeOf(result: NewResult): string {
  if (result.kind === 'bytes') return result.contentType;
  return result.kind === 'text' ? 'text/plain' : 'application/json';
}
