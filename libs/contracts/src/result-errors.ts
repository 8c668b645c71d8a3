import { SluiceError } from './errors.js';
import type { ResultSettings } from './settings.js';

/** References that are told apart by their start; longer ones are nobody's. */
const maxShown = 64;

/** `RESULT_UNKNOWN`: one wording for every store, whatever the reason. */
export function unknownResult(ref: string, settings: ResultSettings): SluiceError {
  const shown = ref.length > maxShown ? `${ref.slice(0, maxShown)}…` : ref;
  return new SluiceError(
    'RESULT_UNKNOWN',
    `Cannot read the result "${shown}": this session has no such result`,
    {
      hint: `A result is kept for results.ttlSeconds (${settings.ttlSeconds}) and only for its own session; run the program again to get it anew.`,
    },
  );
}

/**
 * Refuses what is too large to keep.
 *
 * @throws SluiceError `RESULT_TOO_LARGE`, naming the setting that says so.
 */
export function refuseTooLarge(sizeBytes: number, settings: ResultSettings): void {
  const { maxResultBytes, maxStoreBytes } = settings;
  const [limitBytes, setting, scope] =
    maxResultBytes <= maxStoreBytes
      ? [maxResultBytes, 'results.maxResultBytes', 'one result']
      : [maxStoreBytes, 'results.maxStoreBytes', 'all results'];
  if (sizeBytes <= limitBytes) return;
  throw new SluiceError(
    'RESULT_TOO_LARGE',
    `Cannot keep a result of ${sizeBytes} bytes: ${setting} allows ${limitBytes} bytes for ${scope}`,
    {
      hint: `Return less: filter, pick fields or aggregate in the program; or raise ${setting}.`,
    },
  );
}

/** `RESULT_KIND`: bytes where a text was wanted. */
export function holdsBytes(ref: string, contentType: string): SluiceError {
  return new SluiceError(
    'RESULT_KIND',
    `Cannot read the result "${ref}" as text: it holds bytes (${contentType})`,
    { hint: 'Read it in slices with read_result.' },
  );
}

/** `NOT_AVAILABLE`: the store is closed. */
export function closedStore(): SluiceError {
  return new SluiceError('NOT_AVAILABLE', 'The result store is closed');
}
