import type { StaticType } from '@sluice/contracts';

/** Stands for a value that is not known yet, or only by its type. */
export class UnknownValue {
  /** @param types JSON types that it may have; none: any */
  constructor(private readonly types: readonly StaticType[]) {}

  /** Whether it may be of a type, by a name of JSON Schema. */
  mayBe(type: string): boolean {
    if (this.types.length === 0) return true;
    return this.types.some((one) => one === type || (one === 'number' && type === 'integer'));
  }

  /** Whether it may be this value. */
  mayEqual(value: unknown): boolean {
    if (value === null) return this.mayBe('null');
    if (Array.isArray(value)) return this.mayBe('array');
    return this.mayBe(typeof value === 'bigint' ? 'number' : typeof value);
  }

  /** What it is, in words: `a string or null`. */
  toString(): string {
    const words = this.types.map((type) => (type === 'null' ? type : `${article(type)} ${type}`));
    return words.length === 0 ? 'any value' : words.join(' or ');
  }
}

/** Objects that may have more members than are known. */
const open = new WeakSet();

/** Marks an object that may have more members than are known. */
export function markOpen<Value extends object>(object: Value): Value {
  open.add(object);
  return object;
}

/** Whether an object may have more members than are known. */
export function isOpen(value: object): boolean {
  return open.has(value);
}

function article(type: StaticType): string {
  return type === 'array' || type === 'object' ? 'an' : 'a';
}
