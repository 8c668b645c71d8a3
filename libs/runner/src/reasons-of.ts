import { errorMessage, intrinsics } from '@sluice/runner-protocol';
import { isError } from './built-ins.js';

/** Reasons that are told; more are counted. */
const maxReasons = 3;

/** Longest text of one reason, in characters. */
const maxLength = 500;

/**
 * What stands behind an error, as the end of its message: the errors of an `AggregateError`
 * (`Promise.any`), else its cause. Empty where there is nothing. The error may be hostile: reading it
 * never throws.
 */
export function reasonsOf(error: Error): string {
  try {
    const { errors, cause } = error as { errors?: unknown; cause?: unknown };
    if (intrinsics.isArray(errors) && errors.length > 0) return listOf(errors);
    return cause === undefined || cause === null ? '' : ` (cause: ${reason(cause)})`;
  } catch {
    return '';
  }
}

function listOf(errors: readonly unknown[]): string {
  let text = '';
  for (let index = 0; index < errors.length && index < maxReasons; index += 1)
    text += `${index > 0 ? '; ' : ''}${reason(errors[index])}`;
  const more = errors.length - maxReasons;
  return ` (${text}${more > 0 ? `; and ${more} more` : ''})`;
}

function reason(value: unknown): string {
  if (!isError(value)) return shorten(typeof value === 'string' ? value : typeof value);
  const { name } = value;
  const message = errorMessage(value);
  return shorten(name === 'Error' || typeof name !== 'string' ? message : `${name}: ${message}`);
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${intrinsics.stringSlice(text, 0, maxLength)}…`;
}
