import { describe, expect, it } from 'vitest';
import { encodeFrame } from './encode-frame.js';
import { FrameReader } from './frame-reader.js';
import type { Frame } from './frame-reader.js';

const join = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function collect(chunks: Iterable<Uint8Array>, maxValueBytes = 1_000_000) {
  const frames: Frame[] = [];
  const reader = new FrameReader({ from: 'runner', maxValueBytes });
  for (const chunk of chunks) reader.push(chunk, (frame) => frames.push(frame));
  return { frames, reader };
}

const read = ({ name, payload }: Frame) => [name, new TextDecoder().decode(payload)];

describe('FrameReader', () => {
  const bytes = join([
    ...encodeFrame('ready', '{"version":1}'),
    ...encodeFrame('run-end', ''),
    ...encodeFrame('call-start', '{"id":1,"text":"é😀"}'),
  ]);
  const expected = [
    ['ready', '{"version":1}'],
    ['run-end', ''],
    ['call-start', '{"id":1,"text":"é😀"}'],
  ];

  it.each([1, 2, 3, 5, 7, 1000])('finds the same frames in chunks of %d bytes', (size) => {
    const chunks = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
    const { frames, reader } = collect(chunks);
    expect(frames.map(read)).toEqual(expected);
    expect(reader.isInsideFrame).toBe(false);
  });

  it.each([1, 65_536, 65_537])(
    'puts a text of %d characters and its envelope together',
    (length) => {
      const text = `"${'é'.repeat(length - 1)}"`;
      const envelope = { before: '{"größe":1,"args":', after: ',"ü":true}' };
      const { frames } = collect([join(encodeFrame('call-start', text, envelope))]);
      expect(frames.map(read)).toEqual([
        ['call-start', `${envelope.before}${text}${envelope.after}`],
      ]);
    },
  );

  it('says that a frame was cut off', () => {
    expect(collect([bytes.slice(0, 3)]).reader.isInsideFrame).toBe(true);
    expect(collect([bytes.slice(0, 10)]).reader.isInsideFrame).toBe(true);
  });

  it('refuses an unknown kind', () => {
    expect(() => collect([Uint8Array.of(1, 0, 0, 0, 200, 0)])).toThrow(
      'The runner sent a frame of the unknown kind 200',
    );
  });

  it('refuses a message of the other end', () => {
    expect(() => collect(encodeFrame('call-end', '{}'))).toThrow(
      'The runner sent a frame of the unknown kind 65',
    );
  });

  it('refuses a length over the cap of its kind before any of the payload is there', () => {
    expect(() => collect([Uint8Array.of(0xff, 0xff, 0xff, 0xff, 1)])).toThrow(
      'The runner sent a ready of 4294967295 bytes; at most 1024 are taken',
    );
    expect(() => collect([Uint8Array.of(0, 0, 0, 1, 8)], 100)).toThrow(
      'The runner sent a run-end of 16777216 bytes; at most 65636 are taken',
    );
  });

  it('reads a frame of 32 MB in time that grows with its size, however small the chunks', () => {
    const time = (size: number, chunkSize: number) => {
      const frame = join(encodeFrame('run-end', 'x'.repeat(size)));
      // CPU time: another process on the machine does not count.
      const start = process.cpuUsage();
      const chunks = {
        *[Symbol.iterator]() {
          for (let at = 0; at < frame.length; at += chunkSize)
            yield frame.subarray(at, at + chunkSize);
        },
      };
      const { frames } = collect(chunks, size);
      expect(frames[0]?.payload.length).toBe(size);
      expect(frames[0]?.payload.every((byte) => byte === 120)).toBe(true);
      return process.cpuUsage(start).user / 1000;
    };
    time(1_000_000, 100);
    expect(time(32_000_000, 65_536)).toBeLessThan(64 * Math.max(time(2_000_000, 65_536), 10));
    expect(time(8_000_000, 100)).toBeLessThan(64 * Math.max(time(1_000_000, 100), 10));
  });
});
