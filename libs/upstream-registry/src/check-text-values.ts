import type { ServerDefinition } from '@sluice/contracts';
import { tooManyValuesInText } from './upstream-refusals.js';
import { countWhereMany } from './value-limit.js';

/**
 * Refuses a text of a result that would be parsed into more values than are taken.
 *
 * @throws SluiceError `RESULT_TOO_LARGE`
 */
export function checkTextValues(
  text: string,
  {
    server,
    tool,
    maxValues,
  }: {
    readonly server: ServerDefinition;
    readonly tool: string;
    readonly maxValues: number;
  },
): void {
  // A value takes a character at least.
  if (text.length <= maxValues) return;
  const values = countWhereMany(Buffer.from(text), maxValues);
  if (values > maxValues) throw tooManyValuesInText(server, tool, values, maxValues);
}
