import { describe, expect, it } from 'vitest';
import { callOptions } from './call-options.js';

describe('callOptions()', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    [{}, ''],
    [{ timeoutMs: undefined }, ''],
    [{ timeoutMs: 1500 }, ',"timeoutMs":1500'],
    [{ raw: true, timeoutMs: 1 }, ',"raw":true,"timeoutMs":1'],
  ])('writes %j as members of the message', (options, text) => {
    expect(callOptions(options)).toBe(text);
  });

  it.each([
    ['x', 'opts must be an object, not string'],
    [{ timeout: 5 }, 'opts has no "timeout"'],
    [{ timeoutMs: 0 }, 'opts.timeoutMs must be a number of milliseconds above 0'],
    [{ timeoutMs: Infinity }, 'opts.timeoutMs must be a number of milliseconds above 0'],
    [{ timeoutMs: '5' }, 'opts.timeoutMs must be a number of milliseconds above 0'],
    [{ raw: 1 }, 'opts.raw must be true or false'],
  ])('refuses %j', (options, problem) => {
    expect(() => callOptions(options)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: `Cannot make the call: ${problem}`,
        hint: 'The second argument may be { timeoutMs: number, raw: boolean }.',
      }),
    );
  });
});
