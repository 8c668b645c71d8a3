import type { ConfigFile } from '@sluice/config';

/** The configuration files of here, and what is odd about their places. */
export interface FoundConfig {
  readonly files: readonly ConfigFile[];
  readonly warnings: readonly string[];
  /** Files that are there and cannot be used as they are, by their paths; a warning says why. */
  readonly unusable: readonly string[];
}
