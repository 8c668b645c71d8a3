import { toText } from './intrinsics.js';

/** The message of anything thrown. The thing may be hostile: reading it never throws. */
export function errorMessage(error: unknown): string {
  try {
    const message: unknown = (error as { message?: unknown }).message;
    return typeof message === 'string' ? message : toText(error);
  } catch {
    return 'it threw something that cannot be read';
  }
}
