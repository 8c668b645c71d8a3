const newline = 0x0a;

/** What a {@link LineSplitter} found. */
export type SplitLine = WholeLine | OversizeLine;

/** A line within the limit. */
export interface WholeLine {
  readonly kind: 'line';
  readonly sizeBytes: number;
  /** All of it; joined when it is asked for. */
  readonly bytes: Buffer;
  /** All of it, as it came. */
  readonly chunks: readonly Buffer[];
}

/** A line beyond the limit; its middle was thrown away. */
export interface OversizeLine {
  readonly kind: 'oversize';
  readonly sizeBytes: number;
  /** First bytes of the line. */
  readonly head: Buffer;
  /** Last bytes of the line. */
  readonly tail: Buffer;
}

/** Cuts a byte stream into lines. */
export interface LineSplitter {
  /** Takes the next bytes and returns the lines that they end, without their line breaks. */
  push(chunk: Buffer): readonly SplitLine[];
  /** Bytes of the line that has not ended yet. */
  pendingBytes(): number;
  /** Takes out what is kept of the line that has not ended yet. */
  takePending(): Buffer;
}

/** Kept of a line that is too long, at each end: enough to find the id of the message. */
const edgeBytes = 1024;

/**
 * Makes a splitter that keeps a list of chunks and joins a line once, when it ends, so that a line
 * of 100 MB costs linear time (joining on every chunk is quadratic: 18 MB took 6–8 s).
 *
 * @param maxLineBytes a longer line is thrown away as it arrives, and reported by its two ends
 */
export function createLineSplitter(maxLineBytes: number): LineSplitter {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let ends: ReturnType<typeof edgesOf> | undefined;

  const add = (chunk: Buffer) => {
    if (chunk.length === 0) return;
    sizeBytes += chunk.length;
    if (ends === undefined) {
      chunks.push(chunk);
      if (sizeBytes <= maxLineBytes) return;
      ends = edgesOf(Buffer.concat(chunks));
      chunks = [];
      return;
    }
    ends.tail = copyOf(Buffer.concat([ends.tail, chunk.subarray(-edgeBytes)]).subarray(-edgeBytes));
  };

  const take = (): SplitLine => {
    const line: SplitLine =
      ends === undefined ? wholeLine(chunks, sizeBytes) : { kind: 'oversize', sizeBytes, ...ends };
    chunks = [];
    sizeBytes = 0;
    ends = undefined;
    return line;
  };

  return {
    push(chunk) {
      const lines: SplitLine[] = [];
      let start = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, at));
        lines.push(take());
        start = at + 1;
      }
      add(chunk.subarray(start));
      return lines;
    },
    pendingBytes: () => sizeBytes,
    takePending() {
      const pending = take();
      return pending.kind === 'line' ? pending.bytes : pending.tail;
    },
  };
}

function wholeLine(chunks: readonly Buffer[], sizeBytes: number): WholeLine {
  return {
    kind: 'line',
    sizeBytes,
    chunks,
    get bytes() {
      return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    },
  };
}

/** Copies of the first and the last bytes of a line. */
export function edgesOf(line: Buffer): { head: Buffer; tail: Buffer } {
  return { head: copyOf(line.subarray(0, edgeBytes)), tail: copyOf(line.subarray(-edgeBytes)) };
}

/** The same of a line in pieces, which need not be joined for it. */
export function edgesOfChunks(chunks: readonly Buffer[]): { head: Buffer; tail: Buffer } {
  const headOf = (some: readonly Buffer[]) => {
    let sizeBytes = 0;
    const needed = some.findIndex((chunk) => (sizeBytes += chunk.length) >= edgeBytes);
    return needed < 0 ? some : some.slice(0, needed + 1);
  };
  return {
    head: copyOf(Buffer.concat(headOf(chunks)).subarray(0, edgeBytes)),
    tail: copyOf(Buffer.concat([...headOf([...chunks].reverse())].reverse()).subarray(-edgeBytes)),
  };
}

/** A slice keeps its whole parent in memory; a copy does not. */
function copyOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes);
}
