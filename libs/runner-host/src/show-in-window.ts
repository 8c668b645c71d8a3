import type { HostAnswer } from './program-requests.js';
import type { RunnerWindow } from './runner-window.js';

/**
 * Files from this size on go through the window: below it, writing the window costs more than the pipe does.
 * Measured; see docs/adr/0017-window-for-files.md.
 */
const minWindowBytes = 1_048_576;

/** Puts the large file of an answer into the window; what cannot be put there goes with the reply. */
export async function showInWindow(
  answer: HostAnswer,
  window: Pick<RunnerWindow, 'show'> | undefined,
): Promise<HostAnswer> {
  if (window === undefined || !answer.ok || !('bytes' in answer)) return answer;
  const { length } = answer.bytes;
  if (length < minWindowBytes) return answer;
  try {
    await window.show(answer.bytes);
    return { ok: true, value: length };
  } catch {
    return answer;
  }
}
