import type { StoredResult } from '@sluice/contracts';
import { cutUtf8, maxOverhang } from './cut-utf8.js';
import { createResultAccess } from './result-access.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';

/** A slice of a result. */
export interface ResultSlice {
  readonly status: 'done';
  readonly stored: StoredResult;
  /** Of a text: whole characters. Of bytes: base64. */
  readonly content: string;
  /** Where the slice starts, in bytes: as asked for, or at the next character. */
  readonly offset: number;
  /** Bytes in the slice. */
  readonly sizeBytes: number;
  /** Where to read on; undefined at the end. */
  readonly nextOffset?: number;
}

/** What became of reading. */
export type ReadReport = ResultSlice | ResultRefusal;

/** What to read; both in bytes. */
export interface ReadRequest {
  readonly ref: string;
  /** @default 0 */
  readonly offset?: number | undefined;
  /** At most, and never more, `results.readMaxBytes`. @default results.readMaxBytes */
  readonly limit?: number | undefined;
}

/** Reads a slice of a result. */
export type ReadResult = (request: ReadRequest, context: ResultContext) => Promise<ReadReport>;

/** Makes the use case behind `read_result`. */
export function createReadResult({ store, settings }: ResultToolOptions): ReadResult {
  const access = createResultAccess(store);
  return ({ ref, offset = 0, limit }, { session }) =>
    refusing(async () => {
      const { readMaxBytes } = settings.results;
      const located = await access.locate(session, ref);
      const length = Math.min(limit ?? readMaxBytes, readMaxBytes);
      const range = { offset, length: length + maxOverhang };
      const { stored, bytes } = await store.readBytes(session.id, located.ref, range);
      const slice =
        stored.kind === 'bytes'
          ? { skipped: 0, bytes: bytes.subarray(0, length) }
          : cutUtf8(bytes, length);
      const start = Math.min(offset, stored.sizeBytes) + slice.skipped;
      const end = start + slice.bytes.length;
      return {
        status: 'done',
        stored,
        content: stored.kind === 'bytes' ? base64Of(slice.bytes) : textOf(slice.bytes),
        offset: start,
        sizeBytes: slice.bytes.length,
        ...(end < stored.sizeBytes ? { nextOffset: end } : {}),
      };
    });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
