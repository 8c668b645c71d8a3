import { intrinsics } from '@sluice/runner-protocol';

/*
 * The built-ins that the runner uses after the program has started, beyond those of the wire. Taken
 * when the module is loaded, before a program can patch them; see `intrinsics` of runner-protocol.
 */
const { uncurryThis, isPrototypeOf: isInstance } = intrinsics;
const errorPrototype = Error.prototype;

export const readStdin = Deno.stdin.read.bind(Deno.stdin);
export const writeStdout = Deno.stdout.writeSync.bind(Deno.stdout);
export const { inspect, exit } = Deno;
export const monotonic = performance.now.bind(performance);

export const promiseThen = uncurryThis(Promise.prototype.then) as <T>(
  promise: Promise<T>,
  onValue: ((value: T) => unknown) | undefined,
  onError?: (error: unknown) => unknown,
) => Promise<unknown>;
export const resolvedPromise: Promise<void> = Promise.resolve();
type StartTimer = (act: () => void, ms: number) => unknown;
/** Deno loads its timers when somebody looks at the global, which takes 7 ms: as long as all else that the runner is. */
const timer = Object.getOwnPropertyDescriptor(globalThis, 'setTimeout');
const startTimer = (timer?.get === undefined
  ? () => timer?.value as unknown
  : timer.get.bind(globalThis)) as unknown as () => StartTimer;
/** Settles in the next turn of the event loop. */
export const nextTurn = (): Promise<void> =>
  new intrinsics.promiseClass((resolve) => void startTimer()(resolve, 0));
export const preventDefault = uncurryThis(Event.prototype.preventDefault);

export const stringSplit = uncurryThis<string, [separator: string], string[]>(
  String.prototype.split,
);
export const stringRepeat = uncurryThis(String.prototype.repeat);
export const stringPadEnd = uncurryThis(String.prototype.padEnd);
export const errorClass = Error;
export const toNumber = Number;
export const { trunc } = Math;

/** Whether UTF-8 can say the text: no half of a surrogate pair stands alone. */
export const isWellFormed = uncurryThis(
  (String.prototype as unknown as { isWellFormed(): boolean }).isWellFormed,
) as (text: string) => boolean;

const bufferLength = uncurryThis(
  Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get as () => number,
) as (buffer: unknown) => number;

/** Whether a value is an ArrayBuffer that is not shared; never runs code of the program. */
export function isPlainBuffer(value: unknown): value is ArrayBuffer {
  try {
    return bufferLength(value) >= 0;
  } catch {
    return false;
  }
}

/** Whether a value is an error; never runs code of the program, save for a proxy's trap. */
export function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && isInstance(errorPrototype, value);
}
