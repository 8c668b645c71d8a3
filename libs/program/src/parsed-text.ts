import type { SyntaxNode } from './syntax-node.js';

/** A text that the parser took. */
export interface ParsedText {
  readonly statements: readonly SyntaxNode[];
  readonly directives: readonly SyntaxNode[];
  readonly comments: readonly SyntaxNode[];
  /** Characters that were put before the text for the parser: offsets in it are this much too high. */
  readonly shift: number;
}

/** A parse: the tree, or why there is none. */
export type ParseOutcome =
  | { readonly ok: true; readonly parsed: ParsedText }
  | { readonly ok: false; readonly failure: ParseFailure };

/** Why a text could not be parsed. */
export interface ParseFailure {
  /** `depth`: the parser's stack did not suffice; `effort`: it tried too many readings. */
  readonly kind: 'syntax' | 'import' | 'depth' | 'effort';
  /** One line without a final full stop; empty where `kind` says it all. */
  readonly message: string;
  /** UTF-16 offset in the text. */
  readonly offset: number;
}
