import { createHash } from 'node:crypto';

/** What files call a session: SHA-256 of its id in hexadecimal digits. The id itself opens what the session keeps, so it is not written. */
export function sessionDigest(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}
