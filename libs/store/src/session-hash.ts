import { createHash } from 'node:crypto';

/**
 * Makes the function by which sessions are told apart in files: 16 hexadecimal digits. The id itself opens what
 * the session keeps, so it is not written.
 */
export function createSessionHash(): (sessionId: string) => string {
  // Calls come by the hundred from one session; the hash took a tenth of what the host does for a call.
  let last: { readonly sessionId: string; readonly session: string } | undefined;
  return (sessionId) => {
    if (last?.sessionId !== sessionId) last = { sessionId, session: hashOf(sessionId) };
    return last.session;
  };
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 16);
}
