import { request } from 'node:http';
import { Readable } from 'node:stream';

/** What {@link httpRequest} sends. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * One request over HTTP, as `fetch` would make it, but for its clocks: an answer that says nothing for minutes, while a
 * program runs or a person thinks, is waited for. Each has a connection of its own, so that none was closed unnoticed.
 */
export function httpRequest(
  url: string,
  { method, headers, body, signal }: HttpRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, agent: false }, (answer) => {
      const { statusCode: status = 502, headers: received } = answer;
      const fields = Object.entries(received).map(([name, value]) => [name, String(value)]);
      // These statuses have no body by definition (WHATWG Fetch, "null body status").
      const isBare = [204, 205, 304].includes(status);
      if (isBare) answer.resume();
      const stream = isBare ? null : (Readable.toWeb(answer) as ReadableStream);
      resolve(new Response(stream, { status, headers: fields as [string, string][] }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
