import { sessionDigest } from './session-digest.js';
import { shortSession } from './short-session.js';

/** Makes the function by which logs and usage tell sessions apart: 16 hexadecimal digits. */
export function createSessionHash(): (sessionId: string) => string {
  // Calls come by the hundred from one session; the hash took a tenth of what the host does for a call.
  let last: { readonly sessionId: string; readonly session: string } | undefined;
  return (sessionId) => {
    if (last?.sessionId !== sessionId)
      last = { sessionId, session: shortSession(sessionDigest(sessionId)) };
    return last.session;
  };
}
