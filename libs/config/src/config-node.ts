/**
 * One value of a configuration file with its place. Objects are lists of entries, so that a key such
 * as `__proto__` is a name like any other.
 */
export type ConfigNode =
  | { readonly kind: 'object'; readonly offset: number; readonly entries: readonly ConfigEntry[] }
  | { readonly kind: 'list'; readonly offset: number; readonly items: readonly ConfigNode[] }
  | { readonly kind: 'text'; readonly offset: number; readonly value: string }
  | {
      readonly kind: 'number';
      readonly offset: number;
      readonly value: number;
      /** As it was written; no digit lost. */
      readonly written: string;
    }
  | { readonly kind: 'flag'; readonly offset: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly offset: number };

/** One key of an object and its value. */
export interface ConfigEntry {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: ConfigNode;
}
