import type { Json } from '@sluice/contracts';
import { isJsonLonger, printJson } from '@sluice/json-text';
import type { PipedArguments } from '../results/pipe-arguments.js';

/** The program that one call of a client amounts to, and its arguments where they stand in it. */
export interface CallProgram {
  readonly program: string;
  /** Undefined: they are selected from a result, and too many to be shown. */
  readonly args: Json | undefined;
}

/** Arguments of a pipe up to here stand in the question themselves, in UTF-16 code units: a person can read them. */
const maxShownLength = 4096;

/**
 * The program that a person is asked about when a client calls a tool. Of a pipe whose arguments are large it selects
 * them as the pipe does: what a reference leads to never changes, so the text says what will be sent.
 */
export function callProgram(
  toolId: string,
  args: Json,
  piped: PipedArguments | undefined,
): CallProgram {
  const callOf = (shown: string) => `return await call(${JSON.stringify(toolId)}, ${shown});`;
  if (piped === undefined || !isJsonLonger(args, maxShownLength))
    return { program: callOf(printJson(args)), args };
  const ref = JSON.stringify(piped.ref);
  const members = [
    ...Object.entries(piped.arguments ?? {}).map(([name, value]) => [name, printJson(value)]),
    ...Object.entries(piped.mapping).map(([name, expression]) => [
      name,
      `await results.select(${ref}, ${JSON.stringify(expression)})`,
    ]),
  ];
  const lines = members.map(([name, text]) => `  ${JSON.stringify(name)}: ${text},`);
  return { program: callOf(`{\n${lines.join('\n')}\n}`), args: undefined };
}
