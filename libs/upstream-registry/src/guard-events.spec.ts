import { describe, expect, it } from 'vitest';
import { guardEvents } from './guard-events.js';

async function through(chunks: readonly (string | Buffer)[], limit = 1000) {
  const failures: string[] = [];
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  const rewrite = (data: string) =>
    data.includes('old') ? data.trim().replace('old', 'new') : undefined;
  const guarded = source.pipeThrough(
    guardEvents({
      maxLineBytes: limit,
      maxValues: 100,
      rewrite,
      onFailure: ({ message }) => failures.push(message),
    }),
  );
  const seen: Uint8Array[] = [];
  try {
    for await (const chunk of guarded) seen.push(chunk);
  } catch (error) {
    failures.push((error as Error).message);
  }
  return { text: Buffer.concat(seen).toString(), failures };
}

describe('guardEvents()', () => {
  it('leaves what it has no reason to touch, byte for byte, however it is cut', async () => {
    const text =
      '\ufeff: hi\r\n\r\nevent: x\r\ndata:{"a":"ž日"}\r\n\r\nid: 3\ndata: 1\ndata: 2\n\nrest';
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1)
      expect((await through([bytes.subarray(0, at), bytes.subarray(at)])).text).toBe(text);
  });

  it('rewrites a data line, and nothing else', async () => {
    const { text } = await through(['event: old\nda', 'ta: {"v":"old"}\n\ndata: old\n\n']);
    expect(text).toBe('event: old\ndata: {"v":"new"}\n\ndata: new\n\n');
  });

  it('passes on a stream whose lines end with carriage returns alone', async () => {
    expect((await through(['data: 1', '\r\rdata: old\r', '\rdata: 3\r\r'])).text).toBe(
      'data: 1\r\rdata: old\r\rdata: 3\r\r',
    );
  });

  it('ends the stream when a line grows beyond the limit, ended or not', async () => {
    const message = 'the upstream sent an event of more than 1000 bytes';
    const long = 'x'.repeat(600);
    for (const end of ['', '\n'])
      expect((await through(['data: 1\n\n', `data: ${long}`, long + end])).failures).toEqual([
        message,
        message,
      ]);
  });

  it('ends the stream at an event of too many values, on one line or on several', async () => {
    const refused = (values: number) =>
      Array(2).fill(`the upstream sent JSON of ${values} values; at most 100 are taken`);
    const few = `[${'1,'.repeat(58)}1]`;
    expect((await through([`data: [${'1,'.repeat(149)}1]\n\n`])).failures).toEqual(refused(151));
    expect((await through([`data: ${few}\n\n`, `data: ${few}\n\n`])).failures).toEqual([]);
    expect((await through([`data: ${few}\ndata:${few}\n\n`])).failures).toEqual(refused(120));
    expect((await through([`data: ${few}\r\ndata:${few}\r\n\r\n`])).failures).toEqual(refused(120));
  });
});
