import { headerBytes, writeHeader } from './encode-frame.js';
import { bytesClass, bytesSet, bytesSubarray, encodeText } from './intrinsics.js';
import { envelopeBytes } from './messages.js';
import type { MessageName } from './messages.js';

/** Length of the JSON text, u32le, before it. */
const lengthBytes = 4;

/**
 * A frame whose payload is `u32le length of text | text | bytes`: JSON text, and a file as it is. The bytes are not
 * copied, so they must not change until they are written.
 *
 * @example encodeFileFrame('save-start', '{"id":1,"name":"a.bin"}', bytes)
 */
export function encodeFileFrame(
  name: MessageName,
  text: string,
  bytes: Uint8Array,
): readonly Uint8Array[] {
  const encoded = encodeText(text);
  const payloadBytes = lengthBytes + encoded.length + bytes.length;
  const head = new bytesClass(headerBytes + lengthBytes + encoded.length);
  writeHeader(head, name, payloadBytes);
  head[headerBytes] = encoded.length & 0xff;
  head[headerBytes + 1] = (encoded.length >>> 8) & 0xff;
  head[headerBytes + 2] = (encoded.length >>> 16) & 0xff;
  head[headerBytes + 3] = encoded.length >>> 24;
  bytesSet(head, encoded, headerBytes + lengthBytes);
  return bytes.length === 0 ? [head] : [head, bytes];
}

/**
 * The parts of such a payload, not copied.
 *
 * @throws TypeError where the text is longer than the payload, or than an envelope may be.
 */
export function splitFilePayload(payload: Uint8Array): {
  readonly text: Uint8Array;
  readonly bytes: Uint8Array;
} {
  const byte = (index: number) => payload[index] ?? 0;
  const length = byte(0) + byte(1) * 0x100 + byte(2) * 0x1_0000 + byte(3) * 0x100_0000;
  const end = lengthBytes + length;
  if (end > payload.length || length > envelopeBytes - lengthBytes)
    throw new TypeError('its text is longer than it may be');
  return {
    text: bytesSubarray(payload, lengthBytes, end),
    bytes: bytesSubarray(payload, end, payload.length),
  };
}
