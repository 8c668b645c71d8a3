import type { TextReply } from '@sluice/contracts';
import { jsonPieces, textPieces } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import type { HostAnswer } from './program-requests.js';

/** In UTF-16 code units. */
const pieceLength = 262_144;

/** The JSON text of an answer with its id, in pieces. One that is text already is not printed again. */
export function* answerPieces(id: number, answer: HostAnswer): Generator<string> {
  const text = textOfAnswer(answer);
  if (text === undefined) yield* jsonPieces({ id, ...answer } as JsonValue);
  else {
    const { before, after } = aroundText(id, text);
    yield before;
    yield* textPieces(text.json, pieceLength);
    yield after;
  }
}

/** The value of an answer as JSON text. */
export type AnswerText = Omit<Extract<TextReply, { ok: true }>, 'ok'>;

/** What stands before and after such a text in the message. */
export function aroundText(id: number, { isWire }: AnswerText) {
  return { before: `{"id":${id},"ok":true${isWire ? ',"wire":true' : ''},"value":`, after: '}' };
}

/** An answer that is text already. */
export function textOfAnswer(answer: HostAnswer): AnswerText | undefined {
  if (!answer.ok) return undefined;
  if ('json' in answer) return answer;
  if (!('valueText' in answer) || answer.valueText === undefined) return undefined;
  return { json: answer.valueText, isWire: false };
}
