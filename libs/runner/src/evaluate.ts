import { encodePlainValue, encodeWireValue, settlePromises } from '@sluice/runner-protocol';
import type { WireOptions } from '@sluice/runner-protocol';
import { describeLoadError, describeThrow } from './describe-throw.js';
import { programUrl } from './program-text.js';

/** How a run ended, as the message that says so. */
export interface RunOutcome {
  readonly name: 'run-end' | 'run-throw';
  readonly text: string;
}

/** Compiles and runs a program and turns whatever comes of it into the last message. Never rejects. */
export async function evaluate(program: string, maxValueBytes: number): Promise<RunOutcome> {
  let run: () => Promise<unknown>;
  try {
    ({ default: run } = (await import(programUrl(program))) as { default: () => Promise<unknown> });
  } catch (error) {
    return { name: 'run-throw', text: describeLoadError(error, program) };
  }
  let value: unknown;
  try {
    value = await run();
  } catch (thrown) {
    return { name: 'run-throw', text: describeThrow(thrown, 'run') };
  }
  return carryValue(value, { mode: 'result', maxBytes: maxValueBytes });
}

async function carryValue(value: unknown, wire: WireOptions): Promise<RunOutcome> {
  let settled: ReadonlyMap<object, unknown> | undefined;
  try {
    const plain = encodePlainValue(value, wire);
    if (plain !== undefined) return { name: 'run-end', text: plain };
    settled = await settlePromises(value);
  } catch (thrown) {
    return { name: 'run-throw', text: describeThrow(thrown, 'run') };
  }
  try {
    return { name: 'run-end', text: encodeWireValue(value, { ...wire, settled }) };
  } catch (thrown) {
    return { name: 'run-throw', text: describeThrow(thrown, 'value') };
  }
}
