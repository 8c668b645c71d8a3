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
  readonly source: string;
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
}

const callNumber = /^#?(\d{1,15})$/;

/** Makes the access to results that all questions share. */
export function createResultAccess(store: ResultStore): ResultAccess {
  const locate: ResultAccess['locate'] = async (session, name) => {
    const n = numberOf(name);
    if (n === undefined) return store.find(session.id, String(name));
    const kept = session.results.keep(n);
    if (kept === undefined) throw noSuchCall(session, n);
    // It may have gone since: released, or its time was up.
    return store.find(session.id, (await kept).ref);
  };

  return {
    locate,
    async read(session, name) {
      const n = numberOf(name);
      const found = n === undefined ? undefined : session.results.find(n);
      if (n !== undefined && found === undefined) throw noSuchCall(session, n);
      if (found?.kind === 'value') {
        const { value, toolId } = found;
        return typeof value === 'string'
          ? { text: value, kind: 'text', source: toolId }
          : { text: printJson(value), kind: 'json', source: toolId };
      }
      const ref = found === undefined ? String(name) : (await found.stored).ref;
      const { stored, text } = await store.read(session.id, ref);
      const { kind, source, contentType } = stored;
      if (kind === 'bytes') throw holdsBytes(ref, contentType);
      return { text, kind, source };
    },
  };
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
