import type { ResultKind, ResultStore, StoredResult } from '@sluice/contracts';
import { holdsBytes, SluiceError } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { Session } from '../session.js';

/** A result that a question is about: `res_…`, `#3`, or the number alone. */
export type ResultName = string | number;

/** A result as text. */
export interface ResultText {
  readonly text: string;
  readonly kind: Exclude<ResultKind, 'bytes'>;
}

/** A result as text, or as its bytes in UTF-8. */
export interface ResultContent {
  readonly text: string | Uint8Array;
  readonly kind: Exclude<ResultKind, 'bytes'>;
}

/** Finds results by reference, and those of nested calls by their number. */
export interface ResultAccess {
  /**
   * Where a result is kept; one of a nested call is kept now, unless it is.
   * @throws SluiceError `RESULT_UNKNOWN`, `RESULT_TOO_LARGE`
   */
  locate(session: Session, name: ResultName): Promise<StoredResult>;
  /** @throws SluiceError `RESULT_UNKNOWN`, `RESULT_KIND` */
  read(session: Session, name: ResultName): Promise<ResultText>;
  /** The same for another thread: what is on disk comes as bytes. */
  readForThread(session: Session, name: ResultName): Promise<ResultContent>;
}

const callNumber = /^#?(\d{1,15})$/;

/** Makes the access to results that all questions share. */
export function createResultAccess(store: ResultStore): ResultAccess {
  const locate: ResultAccess['locate'] = async (session, name) => {
    const n = numberOf(name);
    if (n === undefined) return store.find(session.id, String(name));
    const kept = session.results.keep(n);
    if (kept === undefined) throw noSuchCall(session, n);
    try {
      return await store.find(session.id, (await kept).ref);
    } catch (error) {
      // Its time was up there, or the disk was full; in memory it may still be.
      const again = session.results.find(n)?.kind !== 'stored' && session.results.keep(n, true);
      if (!again) throw error;
      return again;
    }
  };

  /** The text of a nested call's result that is in memory; else the reference. */
  const lookUp = async (session: Session, name: ResultName): Promise<ResultText | string> => {
    const n = numberOf(name);
    if (n === undefined) return String(name);
    const found = session.results.find(n);
    if (found === undefined) throw noSuchCall(session, n);
    if (found.kind === 'stored') return (await found.stored).ref;
    if (found.kind === 'text') return found.form;
    const { value } = found;
    return typeof value === 'string'
      ? { text: value, kind: 'text' }
      : { text: printJson(value), kind: 'json' };
  };

  return {
    locate,
    async read(session, name) {
      const found = await lookUp(session, name);
      if (typeof found !== 'string') return found;
      const { stored, text } = await store.read(session.id, found);
      return { text, kind: textKindOf(stored) };
    },
    async readForThread(session, name) {
      const found = await lookUp(session, name);
      if (typeof found !== 'string') return found;
      const stored = await store.find(session.id, found);
      const kind = textKindOf(stored);
      const range = { offset: 0, length: stored.sizeBytes };
      return { text: (await store.readBytes(session.id, found, range)).bytes, kind };
    },
  };
}

function textKindOf({ ref, kind, contentType }: StoredResult): ResultText['kind'] {
  if (kind === 'bytes') throw holdsBytes(ref, contentType);
  return kind;
}

function numberOf(name: ResultName): number | undefined {
  if (typeof name === 'number') return name;
  const digits = callNumber.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function noSuchCall(session: Session, n: number): SluiceError {
  const entry = session.journal.entries().find((call) => call.n === n);
  const why =
    entry === undefined
      ? 'this session has no such call, or it was long ago'
      : entry.state === 'done'
        ? 'its result is gone'
        : `the call of ${entry.toolId} ended without one (${entry.state})`;
  return new SluiceError('RESULT_UNKNOWN', `Cannot read the result #${n}: ${why}`, {
    hint: 'The answer of a run lists the numbers of its calls.',
  });
}
