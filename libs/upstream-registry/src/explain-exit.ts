import { ProtocolError } from '@modelcontextprotocol/client';
import type { Explanation } from './link.js';
import { quoteUpstream } from './quote-upstream.js';
import type { ProcessExit } from './upstream-process.js';

/**
 * What a failure over stdio means.
 *
 * @param exit how the process ended; undefined while it runs
 * @param stderr the end of its stderr, redacted
 * @param error what the SDK threw
 */
export function explainExit(
  exit: ProcessExit | undefined,
  stderr: string,
  error: unknown,
): Explanation {
  if (exit !== undefined) {
    const how =
      exit.signal === null ? `it exited with code ${exit.code}` : `it was ended by ${exit.signal}`;
    const words = lastWords(stderr);
    return {
      code: 'UPSTREAM_CLOSED',
      reason: words === '' ? how : `${how}; its last words on stderr: ${quoteUpstream(words)}`,
      isLost: true,
      neverRan: false,
    };
  }
  if (error instanceof ProtocolError)
    return {
      code: 'UPSTREAM_PROTOCOL',
      reason: `it answered with error ${error.code}: ${quoteUpstream(error.message)}`,
      isLost: false,
      neverRan: false,
    };
  return {
    code: 'UPSTREAM_CLOSED',
    reason: 'connection closed before the answer',
    isLost: true,
    neverRan: false,
  };
}

function lastWords(stderr: string): string {
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(-3)
    .join(' | ');
}
