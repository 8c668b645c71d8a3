import { headerBytes } from './encode-frame.js';
import { FrameError } from './frame-error.js';
import { bytesClass, bytesSet, bytesSubarray, create } from './intrinsics.js';
import type { MessageName, MessageNameFrom, MessageSender } from './messages.js';
import { maxPayloadBytes, messages } from './messages.js';

/** Chunks smaller than this are gathered in blocks, so that a peer cannot make a list of millions. */
const smallChunk = 8192;
const blockBytes = 65_536;

/** A complete frame. */
export interface Frame<Name extends MessageName = MessageName> {
  readonly name: Name;
  readonly payload: Uint8Array;
}

/** What {@link FrameReader} takes. */
export interface FrameReaderOptions<Sender extends MessageSender> {
  /** The end whose bytes are read; the other end's messages are refused. */
  readonly from: Sender;
  /** The run's `maxValueBytes`. */
  readonly maxValueBytes: number;
}

/**
 * Cuts bytes into frames. It keeps the chunks of an unfinished payload in a list and joins them
 * once, so a large frame takes time in proportion to its size (joining on every chunk took 9.6 s for
 * 16 MB). Kind and length are checked as soon as the header is there, before any payload is kept.
 *
 * Large chunks are kept, not copied: while {@link FrameReader.isInsideFrame}, the caller must not
 * write into a chunk it has pushed.
 *
 * @example
 * const reader = new FrameReader({ from: 'runner', maxValueBytes: 1_000_000 });
 * reader.push(bytes, (frame) => handle(frame.name, frame.payload));
 */
export class FrameReader<Sender extends MessageSender> {
  readonly #names: Record<number, MessageNameFrom<Sender>>;
  readonly #from: Sender;
  readonly #maxValueBytes: number;
  readonly #header = new bytesClass(headerBytes);
  #headerLength = 0;
  #name: MessageNameFrom<Sender> | undefined;
  #payloadLength = 0;
  #chunks: Uint8Array[] = [];
  #chunksLength = 0;
  #block: Uint8Array | undefined;
  #blockLength = 0;

  constructor({ from, maxValueBytes }: FrameReaderOptions<Sender>) {
    this.#from = from;
    this.#maxValueBytes = maxValueBytes;
    this.#names = namesByKind(from);
  }

  /** Whether a frame has begun and is not complete; the peer went away in the middle of a word. */
  get isInsideFrame(): boolean {
    return this.#headerLength > 0;
  }

  /**
   * Takes the next bytes and hands out every frame they complete, in order.
   * @throws FrameError for an unknown kind, a kind of the other end, or a payload over its cap.
   */
  push(chunk: Uint8Array, onFrame: (frame: Frame<MessageNameFrom<Sender>>) => void): void {
    let at = 0;
    while (at < chunk.length || this.#isComplete()) {
      if (this.#name === undefined) at = this.#takeHeader(chunk, at);
      else if (this.#isComplete()) onFrame(this.#takeFrame(this.#name));
      else at = this.#takePayload(chunk, at);
    }
  }

  #isComplete(): boolean {
    return this.#name !== undefined && this.#chunksLength === this.#payloadLength;
  }

  #takeHeader(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && this.#headerLength < headerBytes) {
      this.#header[this.#headerLength] = chunk[at] as number;
      this.#headerLength += 1;
      at += 1;
    }
    if (this.#headerLength < headerBytes) return at;
    const { length, kind } = readHeader(this.#header);
    const name = this.#names[kind];
    if (name === undefined)
      throw new FrameError(`The ${this.#from} sent a frame of the unknown kind ${kind}`);
    const cap = maxPayloadBytes(name, this.#maxValueBytes);
    if (length > cap)
      throw new FrameError(
        `The ${this.#from} sent a ${name} of ${length} bytes; at most ${cap} are taken`,
        { tooLarge: name },
      );
    this.#name = name;
    this.#payloadLength = length;
    return at;
  }

  #takePayload(chunk: Uint8Array, at: number): number {
    const missing = this.#payloadLength - this.#chunksLength;
    const end = chunk.length - at < missing ? chunk.length : at + missing;
    const part = bytesSubarray(chunk, at, end);
    this.#chunksLength += part.length;
    if (part.length < smallChunk && part.length < missing) this.#gather(part);
    else {
      this.#closeBlock();
      this.#chunks[this.#chunks.length] = part;
    }
    return end;
  }

  #gather(part: Uint8Array): void {
    if (this.#blockLength + part.length > blockBytes) this.#closeBlock();
    this.#block ??= new bytesClass(blockBytes);
    bytesSet(this.#block, part, this.#blockLength);
    this.#blockLength += part.length;
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#chunks[this.#chunks.length] = bytesSubarray(this.#block, 0, this.#blockLength);
    this.#block = undefined;
    this.#blockLength = 0;
  }

  #takeFrame(name: MessageNameFrom<Sender>): Frame<MessageNameFrom<Sender>> {
    this.#closeBlock();
    const chunks = this.#chunks;
    let payload = chunks[0] ?? new bytesClass(0);
    if (chunks.length > 1) {
      payload = new bytesClass(this.#payloadLength);
      for (let index = 0, at = 0; index < chunks.length; index += 1) {
        const part = chunks[index] as Uint8Array;
        bytesSet(payload, part, at);
        at += part.length;
      }
    }
    this.#headerLength = 0;
    this.#name = undefined;
    this.#chunks = [];
    this.#chunksLength = 0;
    return { name, payload };
  }
}

function readHeader(bytes: Uint8Array): { readonly length: number; readonly kind: number } {
  // Index by index: a program may have patched the iterator that destructuring uses.
  const byte = (index: number) => bytes[index] as number;
  return {
    length: byte(0) + byte(1) * 0x100 + byte(2) * 0x1_0000 + byte(3) * 0x100_0000,
    kind: byte(4),
  };
}

function namesByKind<Sender extends MessageSender>(
  from: Sender,
): Record<number, MessageNameFrom<Sender>> {
  const names = create(null) as Record<number, MessageNameFrom<Sender>>;
  for (const name in messages) {
    const row = messages[name as MessageName];
    if (row.from === from) names[row.kind] = name as MessageNameFrom<Sender>;
  }
  return names;
}
