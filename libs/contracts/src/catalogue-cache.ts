import type { UpstreamTool } from './tool.js';

/** Remembers tool lists between starts. Implemented by `store`. */
export interface CatalogueCache {
  /** The last tools saved under this definition digest; undefined when none, or unreadable. */
  read(definitionDigest: string): Promise<readonly UpstreamTool[] | undefined>;
  /** Saves; failures are logged, never thrown. */
  write(definitionDigest: string, tools: readonly UpstreamTool[]): Promise<void>;
}
