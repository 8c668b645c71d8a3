import { isJsonLonger } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import { encodeFrameParts } from '@sluice/runner-protocol';
import { answerPieces, textOfAnswer } from './answer-pieces.js';
import { internalError } from './program-requests.js';
import type { HostAnswer, ProgramRequest } from './program-requests.js';
import { replyFrame } from './reply-frame.js';
import { replyNames } from './reply-names.js';

/** Shorter answers are encoded at once, in UTF-16 code units: some 3 ms. */
const longLength = 1_048_576;

/** Whether the frame of an answer is for {@link longReplyFrame}: `replyFrame` makes others as fast. */
export function isLongAnswer(answer: HostAnswer): boolean {
  if (!answer.ok || 'bytes' in answer) return false;
  const text = textOfAnswer(answer);
  if (text !== undefined) return text.json.length > longLength;
  try {
    return 'value' in answer && isJsonLonger(answer.value as JsonValue, longLength);
  } catch {
    // Nested deeper than the stack.
    return false;
  }
}

/**
 * The frame of an answer that is large: printed and encoded in turns between which others are served.
 *
 * @param pause settles when others have had a turn
 */
export async function longReplyFrame(
  request: ProgramRequest,
  answer: HostAnswer,
  pause: () => Promise<void>,
): Promise<readonly Uint8Array[]> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let sincePause = 0;
  try {
    for (const piece of answerPieces(request.payload.id, answer)) {
      const part = encoder.encode(piece);
      parts.push(part);
      sincePause += part.length;
      if (sincePause < longLength) continue;
      sincePause = 0;
      await pause();
    }
    return encodeFrameParts(replyNames[request.name], parts);
  } catch {
    // A value that is no JSON after all.
    return replyFrame(request, { ok: false, error: internalError });
  }
}
