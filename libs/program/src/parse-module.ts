import type { Effort } from './effort.js';
import { parseWrapped } from './parse-wrapped.js';
import type { ParseOutcome } from './parsed-text.js';

/** Parses a text as a module by itself, with top-level `await` and `return`: imports and exports are allowed. */
export function parseModule(text: string, effort: Effort): ParseOutcome {
  return parseWrapped('', text, '', effort);
}
