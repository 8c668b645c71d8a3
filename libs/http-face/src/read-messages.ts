import { TooManyDigits } from '@sluice/gateway';
import type { LongArguments } from '@sluice/gateway';

/** The body of a request: its messages, or why not; `unread` leaves it to the SDK, whose errors clients know. */
export type ReadMessages =
  | { readonly kind: 'messages'; readonly parsedBody: unknown }
  | { readonly kind: 'unread' }
  | { readonly kind: 'refused'; readonly response: Response };

/**
 * Reads the messages of a POST with all digits of arguments, from a copy: the request itself stays readable.
 *
 * @param maxBytes a larger body is left unread
 */
export async function readMessages(
  request: Request,
  read: LongArguments['read'],
  maxBytes: number,
): Promise<ReadMessages> {
  const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');
  if (request.method !== 'POST' || !isJson) return { kind: 'unread' };
  const text = await textOf(request.clone(), maxBytes);
  if (text === undefined) return { kind: 'unread' };
  try {
    return { kind: 'messages', parsedBody: read(text) };
  } catch (error) {
    if (!(error instanceof TooManyDigits)) return { kind: 'unread' };
    const { message } = error;
    const body = { jsonrpc: '2.0', id: null, error: { code: -32602, message } };
    return { kind: 'refused', response: Response.json(body, { status: 400 }) };
  }
}

async function textOf({ body }: Request, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
