import { intrinsics } from '@sluice/runner-protocol';
import { codedError } from './tool-error.js';

/**
 * The `opts` of a nested call as JSON members for `call-start`, each with a comma before it.
 * @throws Error `USAGE` for an unknown option or a value that is none.
 */
export function callOptions(options: unknown): string {
  if (options === undefined || options === null) return '';
  if (typeof options !== 'object') throw usage(`opts must be an object, not ${typeof options}`);
  const keys = intrinsics.keysOf(options);
  let members = '';
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const value = (options as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (key === 'timeoutMs') members += `,"timeoutMs":${positive(value)}`;
    else if (key === 'raw') members += `,"raw":${flag(value)}`;
    else throw usage(`opts has no "${key}"`);
  }
  return members;
}

function positive(value: unknown): number {
  if (typeof value === 'number' && intrinsics.isFiniteNumber(value) && value > 0) return value;
  throw usage('opts.timeoutMs must be a number of milliseconds above 0');
}

function flag(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw usage('opts.raw must be true or false');
}

function usage(problem: string): Error {
  return codedError(
    'USAGE',
    `Cannot make the call: ${problem}`,
    'The second argument may be { timeoutMs: number, raw: boolean }.',
  );
}
