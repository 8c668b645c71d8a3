import { printJson } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import { encodeFileFrame, encodeFrame } from '@sluice/runner-protocol';
import type { AnswerText } from './answer-pieces.js';
import { aroundText, textOfAnswer } from './answer-pieces.js';
import { internalError } from './program-requests.js';
import type { HostAnswer, ProgramRequest } from './program-requests.js';
import { replyNames } from './reply-names.js';

/** The frame that carries an answer to the runner. */
export function replyFrame(request: ProgramRequest, answer: HostAnswer): readonly Uint8Array[] {
  const { id } = request.payload;
  const name = replyNames[request.name];
  if (answer.ok && 'bytes' in answer)
    return encodeFileFrame(name, `{"id":${id},"ok":true}`, answer.bytes);
  if (name === 'read-end')
    return encodeFileFrame(name, printJson({ id, ...answer } as JsonValue), noBytes);
  try {
    const text = textOfAnswer(answer) ?? printed(answer);
    if (text === undefined) return encodeFrame(name, printJson({ id, ...answer } as JsonValue));
    const { before, after } = aroundText(id, text);
    return encodeFrame(name, text.json, { before, after });
  } catch {
    // A value that is no JSON after all, or longer than a string can be.
    const failure: HostAnswer = { ok: false, error: internalError };
    return encodeFrame(name, printJson({ id, ...failure } as unknown as JsonValue));
  }
}

function printed(answer: HostAnswer): AnswerText | undefined {
  if (!answer.ok || !('value' in answer) || answer.value === undefined) return undefined;
  return { json: printJson(answer.value), isWire: false };
}

const noBytes = new Uint8Array(0);
