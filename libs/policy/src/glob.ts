/**
 * A compiled glob. `exact` holds the pattern as written; `folded` the spellings a cautious rule
 * (deny, ask) is compared in.
 */
export interface Glob {
  readonly exact: GlobTokens;
  readonly folded: readonly GlobTokens[];
}

/** Code points to match, with {@link ANY_ONE} for `?` and {@link ANY_TEXT} for `*`. */
export type GlobTokens = readonly number[];

/** Stands for `?`: exactly one code point. No code point is negative. */
export const ANY_ONE = -1;

/** Stands for `*`: any text, the empty one and line breaks included. */
export const ANY_TEXT = -2;
