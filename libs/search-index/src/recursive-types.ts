import { aliasName } from './type-aliases.js';
import type { TypeAlias } from './type-aliases.js';

/** A schema that is being turned into a type: met again within one of its own objects or arrays, it gets a name. */
interface OpenSchema {
  /** How many objects and arrays were open around it. */
  readonly level: number;
  /** What it may be called. */
  readonly wish: string;
}

/** The schemas around the one at hand, and those among them that were named because they hold themselves. */
export interface RecursiveTypes {
  /** How many schemas are open. */
  readonly depth: number;
  /** How often a type was named by now. */
  readonly namings: number;
  /** Whether a schema is open, or has its name already. */
  has(schema: unknown): boolean;
  /** Opens a schema. */
  enter(schema: unknown, wish: string): void;
  /** Closes it. Gives the name that it has got meanwhile; its text then is `done`. */
  leave(schema: unknown): string | undefined;
  /** Keeps the text of a schema that has a name. */
  done(schema: unknown, text: string): void;
  /** Goes into an object or an array, where a type may name itself, for so long as a function runs. */
  within<T>(look: () => T): T;
  /**
   * The name of a schema that is met again. Undefined where it is met outside of any object or array of its
   * own: `type A = A | string` is none, `type A = { a: A }` is one.
   */
  nameOf(schema: unknown, wish: string): string | undefined;
  aliases(): readonly TypeAlias[];
}

/** @param taken names that are not to be used; those that are given are added */
export function createRecursiveTypes(taken: Set<string>): RecursiveTypes {
  const open = new Map<unknown, OpenSchema>();
  const names = new Map<unknown, string>();
  /** The texts of those that are whole. */
  const texts = new Map<unknown, string>();
  /** The open schemas that one names outside of any object or array of its own. */
  const bare = new Map<unknown, Set<unknown>>();
  let level = 0;
  let namings = 0;
  return {
    get depth() {
      return open.size;
    },
    get namings() {
      return namings;
    },
    has: (schema) => open.has(schema) || texts.has(schema),
    enter: (schema, wish) => void open.set(schema, { level, wish }),
    leave(schema) {
      open.delete(schema);
      return names.get(schema);
    },
    done: (schema, text) => void texts.set(schema, text),
    within(look) {
      level += 1;
      const found = look();
      level -= 1;
      return found;
    },
    nameOf(schema, wish) {
      const opened = open.get(schema);
      const named = [...(bare.get(schema) ?? []), ...(opened ? [schema] : [])];
      if (named.some((one) => open.get(one)?.level === level)) return undefined;
      const name = names.get(schema) ?? aliasName(opened?.wish ?? wish, taken);
      taken.add(name);
      names.set(schema, name);
      namings += 1;
      for (const [around, { level: at }] of open) {
        if (at !== level) continue;
        const all = bare.get(around) ?? new Set();
        for (const one of named) all.add(one);
        bare.set(around, all);
      }
      return name;
    },
    aliases: () =>
      Array.from(texts, ([schema, text]) => ({ name: names.get(schema) ?? 'Shape', text })),
  };
}
