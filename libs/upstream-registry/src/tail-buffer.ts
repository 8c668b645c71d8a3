/** Keeps the last bytes of a stream. */
export interface TailBuffer {
  push(chunk: Buffer): void;
  /** What is kept, as text; starts at a line start where something was dropped. */
  text(): string;
}

/**
 * Makes a buffer that holds at most `maxBytes` of the end of a stream, whatever its length.
 *
 * @param maxBytes bytes to keep
 */
export function createTailBuffer(maxBytes: number): TailBuffer {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let dropped = false;

  const compact = () => {
    const all = Buffer.concat(chunks);
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - maxBytes)));
    dropped ||= kept.length < all.length;
    chunks = [kept];
    sizeBytes = kept.length;
  };

  return {
    push(chunk) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > 4 * maxBytes || chunks.length > 256) compact();
    },
    text() {
      compact();
      const text = (chunks[0] ?? Buffer.alloc(0)).toString('utf8');
      return dropped ? text.slice(text.indexOf('\n') + 1) : text;
    },
  };
}
