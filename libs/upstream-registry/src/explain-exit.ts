import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
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
  const misfit = misfitOf(error);
  if (misfit !== undefined)
    return { code: 'UPSTREAM_PROTOCOL', reason: misfit, isLost: false, neverRan: false };
  return {
    code: 'UPSTREAM_CLOSED',
    reason: 'connection closed before the answer',
    isLost: true,
    neverRan: false,
  };
}

/** An answer came, and the SDK could not use it. */
function misfitOf(error: unknown): string | undefined {
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
    return 'its answer breaks the protocol';
  const version = /^Server's protocol version is not supported: (.*)$/s.exec(messageOf(error))?.[1];
  return version === undefined
    ? undefined
    : `it speaks the protocol version ${quoteUpstream(version)}, which is not known here`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function lastWords(stderr: string): string {
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(-3)
    .join(' | ');
}
