import { describe, expect, it } from 'vitest';
import { encodeFileFrame, splitFilePayload } from './file-payload.js';
import type { Frame } from './frame-reader.js';
import { FrameReader } from './frame-reader.js';
import type { MessageName } from './messages.js';
import { readHostMessage, readRunnerMessage } from './read-message.js';

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

/** Frames that a reader made of what was written, in pieces of this size. */
function carry<From extends 'host' | 'runner'>(
  from: From,
  parts: readonly Uint8Array[],
  pieceBytes: number,
) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
  const reader = new FrameReader<From>({ from, maxValueBytes: 0, maxFileBytes: 1000 });
  const frames: Frame<MessageName>[] = [];
  for (let at = 0; at < whole.length; at += pieceBytes)
    reader.push(whole.slice(at, at + pieceBytes), (frame) => frames.push(frame));
  return frames as Frame<never>[];
}

describe('encodeFileFrame()', () => {
  it.each([1, 7, 64, 100_000])('carries bytes as they are, in pieces of %i', (pieceBytes) => {
    const text = '{"id":1,"name":"日本.bin"}';
    const [saved] = carry('runner', encodeFileFrame('save-start', text, bytes), pieceBytes);
    expect(readRunnerMessage(saved as never)).toEqual({
      name: 'save-start',
      payload: { id: 1, name: '日本.bin', bytes },
    });
    const [read] = carry('host', encodeFileFrame('read-end', '{"id":2,"ok":true}', bytes), 50);
    expect(readHostMessage(read as never)).toEqual({
      name: 'read-end',
      payload: { id: 2, ok: true, bytes },
    });
  });

  it('carries no bytes at all', () => {
    const parts = encodeFileFrame('save-start', '{"id":1,"name":"a"}', new Uint8Array(0));
    expect(readRunnerMessage(carry('runner', parts, 1000)[0] as never)).toEqual({
      name: 'save-start',
      payload: { id: 1, name: 'a', bytes: new Uint8Array(0) },
    });
  });

  it('hands the bytes of a read on as a copy, for the chunk is written to again', () => {
    const [frame] = carry('host', encodeFileFrame('read-end', '{"id":2,"ok":true}', bytes), 5000);
    const message = readHostMessage(frame as never);
    (frame as Frame).payload.fill(0);
    expect(message.payload).toEqual({ id: 2, ok: true, bytes });
  });

  it('says how much of the window is the file', () => {
    const parts = encodeFileFrame('read-end', '{"id":3,"ok":true,"value":7}', new Uint8Array(0));
    expect(readHostMessage(carry('host', parts, 1000)[0] as never)).toEqual({
      name: 'read-end',
      payload: { id: 3, ok: true, value: 7 },
    });
  });

  it('carries an error in the place of bytes', () => {
    const error = { name: 'Error', code: 'FILE_UNKNOWN', message: 'no' };
    const text = JSON.stringify({ id: 3, ok: false, error });
    const parts = encodeFileFrame('read-end', text, new Uint8Array(0));
    expect(readHostMessage(carry('host', parts, 1000)[0] as never)).toEqual({
      name: 'read-end',
      payload: { id: 3, ok: false, error },
    });
  });
});

describe('splitFilePayload()', () => {
  it.each([
    ['nothing', []],
    ['half a length', [1, 0]],
    ['a length beyond the payload', [3, 0, 0, 0, 1, 2]],
    ['the greatest length', [255, 255, 255, 255, 1]],
    ['a text as long as a file', [0, 0, 1, 0, ...new Array<number>(70_000).fill(32)]],
  ])('refuses %s', (_, payload) => {
    expect(() => splitFilePayload(Uint8Array.from(payload))).toThrow(
      new TypeError('its text is longer than it may be'),
    );
  });
});

describe('readRunnerMessage()', () => {
  it.each([
    ['{"id":"1","name":"a"}', 'id is no whole number'],
    ['{"id":1,"name":["a"]}', 'name is no text'],
    ['[]', 'save-start is no object'],
  ])('refuses the save-start %s', (text, message) => {
    const [frame] = carry('runner', encodeFileFrame('save-start', text, bytes), 5000);
    expect(() => readRunnerMessage(frame as never)).toThrow(new TypeError(message));
  });
});
