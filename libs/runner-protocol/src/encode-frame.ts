import { bytesClass, bytesSubarray, encodeText, encodeTextInto } from './intrinsics.js';
import type { MessageName } from './messages.js';
import { messages } from './messages.js';

/** Bytes before the payload: length (u32le) and kind. */
export const headerBytes = 5;

/** Above this many characters the text is encoded apart, so that it is not copied once more. */
const largeText = 65_536;

/** What stands before and after a text in its payload. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
}

const noEnvelope: Envelope = { before: '', after: '' };

/**
 * One frame as the byte arrays to write, in order: one, or several where the text is large. `text` is the
 * payload's JSON text, or with an envelope the value in it: to put a large one together with the few characters
 * around it would copy it.
 *
 * @example for (const part of encodeFrame('search-start', '{"id":1,"query":"issues"}')) socket.write(part);
 */
export function encodeFrame(
  name: MessageName,
  text: string,
  { before, after }: Envelope = noEnvelope,
): readonly Uint8Array[] {
  if (text.length <= largeText) return [wholeFrame(name, `${before}${text}${after}`)];
  const payload = encodeText(text);
  const end = encodeText(after);
  const head = wholeFrame(name, before);
  writeHeader(head, name, head.length - headerBytes + payload.length + end.length);
  return [head, payload, end];
}

function wholeFrame(name: MessageName, text: string): Uint8Array {
  const frame = new bytesClass(headerBytes + 3 * text.length);
  const length = encodeTextInto(text, bytesSubarray(frame, headerBytes, frame.length));
  return bytesSubarray(writeHeader(frame, name, length), 0, headerBytes + length);
}

/** One frame of a payload that is encoded already, in parts: what to write, in order. */
export function encodeFrameParts(
  name: MessageName,
  parts: readonly Uint8Array[],
): readonly Uint8Array[] {
  let length = 0;
  for (const part of parts) length += part.length;
  return [writeHeader(new bytesClass(headerBytes), name, length), ...parts];
}

/** Writes length and kind to the begin of `target`. */
export function writeHeader(target: Uint8Array, name: MessageName, length: number): Uint8Array {
  target[0] = length & 0xff;
  target[1] = (length >>> 8) & 0xff;
  target[2] = (length >>> 16) & 0xff;
  target[3] = length >>> 24;
  target[4] = messages[name].kind;
  return target;
}
