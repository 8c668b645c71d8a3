import type { JsonSchema, ToolId, UpstreamStatus } from '@sluice/contracts';
import type { ReadWord } from '@sluice/search-index';
import type { Explanation } from './explain-unknown-tool.js';

/** What a search found; prose is the gateway's. */
export type SearchToolsReport =
  | (SearchSurroundings & {
      readonly status: 'found';
      readonly detail: 'signature' | 'brief' | 'schema';
      readonly groups: readonly SearchGroup[];
      /** Names of the upstreams that were searched. */
      readonly searched: readonly string[];
    })
  | (SearchSurroundings & {
      /** The query was empty. */
      readonly status: 'servers';
      readonly servers: readonly ServerSummary[];
      /** All visible tools, where the request named one server; else empty. */
      readonly tools: readonly FoundTool[];
      readonly toolsLeftOut: number;
    })
  | ({ readonly status: 'refused' } & Explanation);

/** What else a model should know: upstreams that the search could not look into, tools to be careful with. */
export interface SearchSurroundings {
  readonly down: readonly DownServer[];
  /** Names of upstreams that wait for a person's yes: nothing of them is started, and their tools are not known. */
  readonly waiting: readonly string[];
  /** Names of upstreams that are still connecting and whose tools are not known yet. */
  readonly connecting: readonly string[];
  /** Call paths of tools in the answer that are not what a person once approved. */
  readonly changed: readonly string[];
}

/** Hits of one query. */
export interface SearchGroup {
  readonly query: string;
  /** Best first; empty when nothing fits. */
  readonly hits: readonly FoundTool[];
  /** Tools that fit about as well as the first and are not shown. */
  readonly more: number;
  /** Whether the first hit probably does what the query asks; else the hits are only the nearest. */
  readonly isLikely: boolean;
  /** Words that no tool knows, and what they were taken for. */
  readonly readAs: readonly ReadWord[];
  /** Where there is no hit: call paths of tools with names close to the query. */
  readonly nearest: readonly string[];
  /** Where no hit is likely: names of the upstreams with the nearest, nearest first. */
  readonly nearestServers: readonly string[];
}

/** One tool with what the request asked to know of it. */
export interface FoundTool {
  readonly id: ToolId;
  readonly callPath: string;
  /** TypeScript on one line and, beneath it, at most one line of comment. */
  readonly signature: string;
  /** One harmless line; empty when the tool says nothing of itself. */
  readonly doc: string;
  /** Call paths of the same tool on other upstreams: same name, same description. */
  readonly twins: readonly string[];
  /** With `detail: 'schema'`. */
  readonly inputSchema?: JsonSchema;
  /** With `detail: 'schema'`, where the tool has one. */
  readonly outputSchema?: JsonSchema;
}

/** One upstream in the list of servers. */
export interface ServerSummary {
  readonly name: string;
  readonly identifier: string;
  readonly description?: string;
  /** Visible tools. */
  readonly toolCount: number;
  readonly state: UpstreamStatus['state'];
}

/** An upstream that is down, and why. */
export interface DownServer {
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
  /** Tools known from before; they are found, but calls will fail until it is back. */
  readonly toolCount: number;
}
