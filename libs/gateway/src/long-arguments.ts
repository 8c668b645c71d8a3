import { hasLongDigits, parseJson } from '@sluice/json-text';
import { createLongIntegers } from '@sluice/upstream-registry';

/** Carries integers beyond 2^53 of tool arguments past the SDK, which knows no `bigint`. */
export interface LongArguments {
  /**
   * Reads a message, or a list of them, as `JSON.parse` does, with the long integers in arguments of tools as marked
   * texts. Those in other places have no meaning to anybody and are numbers, as ever.
   *
   * @throws SyntaxError when it is no JSON; {@link TooManyDigits} for an integer that is too long to be kept
   */
  read(text: string): unknown;
  /** Arguments with the `bigint` that their marked texts stand for. */
  unmark<T>(args: T): T;
}

/** An integer has more digits than are read; rounding it would be silent. */
export class TooManyDigits extends SyntaxError {
  override readonly name = 'TooManyDigits';
}

/** Makes the carrier; its marks are random, so that no client can write one. */
export function createLongArguments(): LongArguments {
  const { markInput, unmark } = createLongIntegers();
  const markMessage = (message: unknown): unknown => {
    if (!isRecord(message)) return rounded(message);
    const { params } = message;
    const args = isRecord(params) ? params['arguments'] : undefined;
    if (args === undefined) return rounded(message);
    const rest = rounded({ ...message, params: { ...(params as object), arguments: null } });
    const given = rest as { readonly params: object };
    return { ...given, params: { ...given.params, arguments: markInput(args) } };
  };
  return {
    read(text) {
      if (!hasLongDigits(text)) return JSON.parse(text) as unknown;
      const value = readExactly(text);
      if (value === tooDeep) return JSON.parse(text) as unknown;
      return Array.isArray(value) ? value.map(markMessage) : markMessage(value);
    },
    unmark,
  };
}

/** Nested deeper than the stack: no tool takes such arguments, and the message may be one without any. */
const tooDeep = Symbol();

function readExactly(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError && error.cause instanceof RangeError) return tooDeep;
    // What is no JSON says so here.
    JSON.parse(text);
    throw new TooManyDigits(error instanceof Error ? error.message : String(error));
  }
}

/** A value with numbers in the place of `bigint`. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  // `fromEntries` defines own properties, `__proto__` included.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
