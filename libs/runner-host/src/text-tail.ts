/** The last bytes of an output that may have no end. */
export interface TextTail {
  push(chunk: Uint8Array): void;
  text(): string;
}

/** Keeps the last `maxBytes` of what is pushed. */
export function createTextTail(maxBytes: number): TextTail {
  let tail = Buffer.alloc(0);
  return {
    push(chunk) {
      const joined = Buffer.concat([tail, chunk.subarray(Math.max(0, chunk.length - maxBytes))]);
      tail = joined.subarray(Math.max(0, joined.length - maxBytes));
    },
    text: () => tail.toString('utf8'),
  };
}
