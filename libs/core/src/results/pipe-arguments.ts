import type { Json, JsonObject } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import type { ResultContext, ResultToolOptions } from './result-tools.js';
import { selectArguments } from './select-arguments.js';

/** Where the arguments of a pipe come from. */
export interface PipedArguments {
  readonly ref: string;
  /** Arguments that are taken from the result: name → JMESPath. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Arguments as they stand. */
  readonly arguments?: Readonly<Record<string, Json>> | undefined;
}

/**
 * The arguments of a call, taken from a result.
 *
 * @throws SluiceError `USAGE` for one that stands in both places; what `selectArguments` throws
 */
export async function pipeArguments(
  request: PipedArguments,
  options: Pick<ResultToolOptions, 'store' | 'workbench' | 'settings'>,
  context: ResultContext,
): Promise<JsonObject> {
  refuseDouble(request);
  const selected = await selectArguments(request.ref, request.mapping, options, context);
  return { ...request.arguments, ...selected };
}

function refuseDouble({ mapping, arguments: literals = {} }: PipedArguments): void {
  const double = Object.keys(mapping).filter((name) => Object.hasOwn(literals, name));
  if (double.length === 0) return;
  const names = double.map((name) => JSON.stringify(name)).join(', ');
  throw new SluiceError(
    'USAGE',
    `Cannot pipe: ${names} ${double.length === 1 ? 'stands' : 'stand'} in both mapping and arguments`,
    { hint: 'Give each argument once: an expression in mapping, or its value in arguments.' },
  );
}
