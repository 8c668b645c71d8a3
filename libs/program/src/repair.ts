import type { TextEdit } from './tracked-text.js';

/** One repair of a text: what changes, and what was done in plain words. */
export interface Repair {
  readonly edits: readonly TextEdit[];
  readonly note: string;
}
