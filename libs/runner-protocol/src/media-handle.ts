/**
 * The class of media handles inside a program: images, audio and blobs that stayed on the host. Its own
 * properties are the block as the host sent it (`type`, `mimeType`, `sizeBytes`, `ref`, …), so that it is
 * written, kept and emitted as plain data; what it adds is the way to the bytes. The encoder knows it, because as
 * an argument of a call it is an error: the tool would get a reference that means nothing to it.
 */
export class MediaHandle {
  readonly #read: () => Promise<unknown>;

  constructor(read: () => Promise<unknown>) {
    this.#read = read;
  }

  /** The bytes, a `Uint8Array`: from here on they take the memory of the program. */
  bytes(): Promise<unknown> {
    return this.#read();
  }
}

/** Taken before a program can change the class. */
export const mediaHandlePrototype: object = MediaHandle.prototype;
