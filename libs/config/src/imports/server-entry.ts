import type { ConfigEntry } from '../config-node.js';

/** One server as a file has it, on the way to our own keys. */
export interface ServerEntry {
  readonly name: string;
  readonly nameOffset: number;
  /** Where it stands: `mcpServers.docs`. */
  readonly path: string;
  readonly keys: readonly ConfigEntry[];
  /** What is left out without harm, each a sentence that continues the key's path. */
  readonly notices: readonly KeyRemark[];
  /** What keeps the server from being started, each a sentence that starts with the key. */
  readonly refusals: readonly KeyRefusal[];
}

/** A word on one key. */
export interface KeyRemark {
  readonly key: string;
  readonly offset: number;
  readonly message: string;
}

/** Why a key keeps its server back, and what to do. */
export interface KeyRefusal {
  readonly offset: number;
  readonly reason: string;
  readonly hint: string;
  /** The key as it was written. */
  readonly entry: ConfigEntry;
}
