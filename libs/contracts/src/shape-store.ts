import type { JsonSchema } from './json.js';

/** Remembers the shapes of results between starts. Implemented by `store`. */
export interface ShapeStore {
  /** Shapes by the digest of a tool's definition, the longest unused first; empty when none, or unreadable. Never rejects. */
  read(): Promise<ReadonlyMap<string, JsonSchema>>;
  /** Replaces what is kept; of two processes the last one wins. Failures are logged, never thrown. */
  write(shapes: ReadonlyMap<string, JsonSchema>): Promise<void>;
}
