import { describe, expect, it } from 'vitest';
import { SluiceError, toSluiceError } from './errors.js';

describe('SluiceError', () => {
  it('carries code, message, hint and cause', () => {
    const cause = new Error('ENOENT');
    const error = new SluiceError('UPSTREAM_START', 'Cannot start it', {
      hint: 'Install it.',
      cause,
    });
    expect(error).toMatchObject({
      name: 'SluiceError',
      code: 'UPSTREAM_START',
      message: 'Cannot start it',
      hint: 'Install it.',
      cause,
    });
    expect(error).toBeInstanceOf(Error);
  });

  it('has no cause of its own where none is given', () => {
    expect(Object.hasOwn(new SluiceError('INTERNAL', 'x'), 'cause')).toBe(false);
  });
});

describe('toSluiceError()', () => {
  it('hands an error of ours back as it is', () => {
    const error = new SluiceError('USAGE', 'x');
    expect(toSluiceError(error)).toBe(error);
  });

  it.each([
    [new TypeError('odd'), 'odd'],
    ['thrown text', 'thrown text'],
    [null, 'null'],
  ])('wraps %j as INTERNAL with its message', (thrown, message) => {
    expect(toSluiceError(thrown)).toMatchObject({ code: 'INTERNAL', message, cause: thrown });
  });
});
