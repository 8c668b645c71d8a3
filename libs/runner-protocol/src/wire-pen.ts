import { charCodeAt, newList } from './intrinsics.js';
import { tooLarge } from './wire-limits.js';
import type { WireOptions } from './wire-limits.js';
import { elementPath, memberPath } from './wire-path.js';
import { tagKey } from './wire-tag.js';
import { WireValueError } from './wire-value-error.js';

/**
 * Writes wire text and knows where in the value it stands. `writeValue` is the encoder, so that
 * containers can write what they hold.
 */
export class WirePen {
  readonly options: WireOptions;
  readonly writeValue: (pen: WirePen, value: unknown) => void;
  /** The error this pen threw itself; anything else came from the value. */
  failure: WireValueError | undefined;
  #text = '';
  /** Written, but not yet part of the text: joined in blocks, so that no rope of millions of pieces builds up. */
  #block = '';
  /** The objects around the pen, outermost first, and the key at which each was entered. */
  readonly #ancestors = newList<object>();
  readonly #keys = newList<string | number | undefined>();
  #depth = 0;

  constructor(options: WireOptions, writeValue: (pen: WirePen, value: unknown) => void) {
    this.options = options;
    this.writeValue = writeValue;
  }

  /** The whole text. */
  get text(): string {
    return this.#text + this.#block;
  }

  /** Whether the text is for an upstream: pure JSON. */
  get isForArguments(): boolean {
    return this.options.mode === 'arguments';
  }

  /** How many objects are around the pen. */
  get depth(): number {
    return this.#depth;
  }

  write(text: string): void {
    this.#block += text;
    if (this.#block.length < blockLength) return;
    charCodeAt(this.#block, 0); // makes the string flat
    this.#text += this.#block;
    this.#block = '';
    if (this.#text.length > this.options.maxBytes) this.fail(tooLarge(this.options));
  }

  /** Writes a tag; in `arguments` mode refuses, as JSON cannot say `what`. */
  writeTag(type: string, members: string, what: string): void {
    if (this.isForArguments) this.refuse(what);
    this.write(`{"${tagKey}":"${type}"${members}}`);
  }

  /** Goes into an object, before its keys are visited with {@link WirePen.at}. */
  enter(object: object): void {
    this.#ancestors[this.#depth] = object;
    this.#keys[this.#depth] = undefined;
    this.#depth += 1;
  }

  at(key: string | number): void {
    this.#keys[this.#depth - 1] = key;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** The path of an object around the pen; undefined when `object` is none. */
  pathOfAncestor(object: object): string | undefined {
    for (let depth = 0; depth < this.#depth; depth += 1)
      if (this.#ancestors[depth] === object) return this.#pathTo(depth);
    return undefined;
  }

  /** The path of the value being written: `$.list[2]`, or `args.list[2]`. */
  get path(): string {
    return this.#pathTo(this.#depth);
  }

  refuse(what: string, hint?: string): never {
    const why = this.isForArguments ? 'which JSON cannot say' : 'which cannot be carried';
    const advice = hint ?? (this.isForArguments ? 'Leave it out, or pass plain data.' : undefined);
    return this.fail(new WireValueError(`${this.path} is ${what}, ${why}`, { hint: advice }));
  }

  fail(error: WireValueError): never {
    this.failure = error;
    throw error;
  }

  #pathTo(depth: number): string {
    let path = this.isForArguments ? (this.options.root ?? 'args') : '$';
    for (let index = 0; index < depth; index += 1) {
      const key = this.#keys[index];
      if (typeof key === 'number') path = elementPath(path, key);
      else if (key !== undefined) path = memberPath(path, key);
    }
    return path;
  }
}

const blockLength = 16_384;
