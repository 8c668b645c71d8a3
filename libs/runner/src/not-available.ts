import { codedError } from './tool-error.js';

/** Globals of later versions, which this one does not have yet. The one place that says so. */
const missing: Readonly<Record<string, string>> = {
  recall: 'recall()',
};

const missingResults: Readonly<Record<string, string>> = {
  select: 'results.select()',
  keep: 'results.keep()',
};

/** The globals of a program that are not there yet: calling one rejects with `NOT_AVAILABLE`. */
export function notAvailable(): Readonly<Record<string, unknown>> {
  return { ...refusals(missing), results: Object.freeze(refusals(missingResults)) };
}

function refusals(names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).map(([key, shown]) => [
      key,
      async () => {
        throw codedError(
          'NOT_AVAILABLE',
          `${shown} is not available in this version of Sluice`,
          'Keep the value in a variable, or return it.',
        );
      },
    ]),
  );
}
