import type { NumberLimit } from '../settings-limits.js';

/** One key of the configuration, declared once: readers, JSON Schema and the guide's page take it from here. */
export interface KeyRow {
  readonly type: KeyType;
  /** What it means, as a part of a sentence. */
  readonly meaning: string;
  /** What holds where it is not set, as a value of the file. */
  readonly default?: unknown;
  /** The same in words, where it is no value. */
  readonly usually?: string;
  /** The products whose users know the key; ours alone where there is none. */
  readonly of?: readonly string[];
  /** Why it has no effect, in a sentence that begins with the key. Where it is set, this is a warning. */
  readonly idle?: string;
  /** No mistyped key may come near it without the server being held back: it keeps something off. */
  readonly isProtective?: boolean;
  /** A value of the file that is not the default, for the guide and for the tests that every key is read. */
  readonly example: unknown;
}

/** What a key takes. */
export type KeyType =
  | {
      /**
       * `selectors`: tool names, `{ glob }`, `{ regex }`; `command`: a text or texts; `prefix`: a text or a flag;
       * `free`: anything.
       */
      readonly kind:
        | 'text'
        | 'texts'
        | 'flag'
        | 'selectors'
        | 'command'
        | 'prefix'
        | 'servers'
        | 'presets'
        | 'rules'
        | 'free';
    }
  | { readonly kind: 'number'; readonly limit: NumberLimit }
  | { readonly kind: 'word' | 'words'; readonly words: readonly string[] }
  | { readonly kind: 'record'; readonly of: 'text' | 'scalar' | 'flag' | 'free' }
  | { readonly kind: 'wordRecord'; readonly words: readonly string[] }
  | { readonly kind: 'section'; readonly keys: KeyRows };

/** The keys of one object, in the order of the guide. */
export type KeyRows = Readonly<Record<string, KeyRow>>;

/** Rows of whole numbers, from their limits. */
export function numberRows<Key extends string>(
  limits: Readonly<Record<Key, NumberLimit>>,
): Readonly<Record<Key, KeyRow>> {
  const rows = Object.entries<NumberLimit>(limits).map(([key, limit]) => {
    const example = limit.default === limit.max ? limit.min : limit.max;
    const row = { type: { kind: 'number', limit }, meaning: limit.meaning, default: limit.default };
    return [key, { ...row, example }] as const;
  });
  return Object.fromEntries(rows) as unknown as Readonly<Record<Key, KeyRow>>;
}

/** The keys of an object that do something. */
export function effectiveKeys(rows: KeyRows): readonly string[] {
  return Object.entries(rows).flatMap(([key, { idle }]) => (idle === undefined ? [key] : []));
}
