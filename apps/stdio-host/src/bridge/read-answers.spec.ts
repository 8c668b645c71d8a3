import { describe, expect, it } from 'vitest';
import { readAnswers } from './read-answers.js';

async function read(type: string, ...chunks: readonly (string | Uint8Array)[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  const messages: string[] = [];
  for await (const message of readAnswers(
    new Response(body, { headers: { 'content-type': type } }),
  ))
    messages.push(message);
  return messages;
}

describe('readAnswers()', () => {
  it('gives a body as one line, and nothing for none', async () => {
    expect(await read('application/json', '{"a":\n1}\n')).toEqual(['{"a": 1}']);
    expect(await read('application/json', '')).toEqual([]);
  });

  it.each([
    ['line feeds', ['data: {"a":1}\n\ndata: {"b":2}\n\n']],
    ['CRLF', ['data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n']],
    ['CRLF in two chunks', ['data: {"a":1}\r', '\n\r', '\ndata: {"b":2}\r', '\n\r', '\n']],
    ['CR', ['data: {"a":1}\r\rdata: {"b":2}\r\r']],
    [
      'comments, ids and names',
      [': hello\n\nid: 1\nevent: message\ndata:{"a":1}\n\n', 'retry: 1\ndata: {"b":2}\n\n'],
    ],
    ['many chunks', [...'data: {"a":1}\n\ndata: {"b":2}\n\n']],
    ['one in several lines', ['data: {"a":\ndata: 1}\n\ndata\ndata: {"b":2}\n\n']],
  ])('reads event streams with %s', async (_, chunks) => {
    const messages = await read('text/event-stream; charset=utf-8', ...chunks);
    expect(messages.map((message) => JSON.parse(message) as unknown)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('keeps characters whole that come in two chunks, and leaves an unfinished event', async () => {
    const bytes = new TextEncoder().encode('data: "🧪"\n\ndata: half');
    expect(await read('text/event-stream', bytes.slice(0, 9), bytes.slice(9))).toEqual(['"🧪"']);
  });
});
