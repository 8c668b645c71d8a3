/** A form of ours holds a key, an id and a word. In bytes. */
const maxFormBytes = 16 * 1024;

/** The fields of a posted form; undefined when it is none, or too large. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type) || !request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxFormBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
