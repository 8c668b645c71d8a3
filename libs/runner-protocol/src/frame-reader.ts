import { headerBytes } from './encode-frame.js';
import { FrameError } from './frame-error.js';
import { bytesClass, bytesSet, bytesSubarray, create } from './intrinsics.js';
import type { MessageName, MessageNameFrom, MessageSender, PayloadLimits } from './messages.js';
import { maxPayloadBytes, messages } from './messages.js';

/** A complete frame. */
export interface Frame<Name extends MessageName = MessageName> {
  readonly name: Name;
  readonly payload: Uint8Array;
}

/** What {@link FrameReader} takes. */
export interface FrameReaderOptions<Sender extends MessageSender> extends PayloadLimits {
  /** The end whose bytes are read; the other end's messages are refused. */
  readonly from: Sender;
}

/**
 * Cuts bytes into frames. A payload that comes in pieces is put together in one array of its length,
 * so a large frame takes time in proportion to its size (joining on every chunk took 9.6 s for
 * 16 MB) and one copy. Kind and length are checked as soon as the header is there, before that array
 * is made; the system gives it memory as it is filled, so a length that is only claimed costs none.
 *
 * A payload that comes in one piece is a part of the chunk: it is to be read before the chunk is
 * written to again. Nothing else of a chunk is kept.
 *
 * @example
 * const reader = new FrameReader({ from: 'runner', maxValueBytes: 1_000_000 });
 * reader.push(bytes, (frame) => handle(frame.name, frame.payload));
 */
export class FrameReader<Sender extends MessageSender> {
  readonly #names: Record<number, MessageNameFrom<Sender>>;
  readonly #from: Sender;
  readonly #limits: PayloadLimits;
  readonly #header = new bytesClass(headerBytes);
  #headerLength = 0;
  #name: MessageNameFrom<Sender> | undefined;
  #payloadLength = 0;
  #payload: Uint8Array | undefined;
  #filled = 0;

  constructor({ from, ...limits }: FrameReaderOptions<Sender>) {
    this.#from = from;
    this.#limits = limits;
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
    return this.#name !== undefined && this.#filled === this.#payloadLength;
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
    const cap = maxPayloadBytes(name, this.#limits);
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
    const missing = this.#payloadLength - this.#filled;
    const end = chunk.length - at < missing ? chunk.length : at + missing;
    const part = bytesSubarray(chunk, at, end);
    if (part.length === this.#payloadLength) this.#payload = part;
    else {
      this.#payload ??= new bytesClass(this.#payloadLength);
      bytesSet(this.#payload, part, this.#filled);
    }
    this.#filled += part.length;
    return end;
  }

  #takeFrame(name: MessageNameFrom<Sender>): Frame<MessageNameFrom<Sender>> {
    const payload = this.#payload ?? new bytesClass(0);
    this.#headerLength = 0;
    this.#name = undefined;
    this.#payload = undefined;
    this.#filled = 0;
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
