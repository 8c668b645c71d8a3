import type { JsonObject, JsonSchema } from './json.js';

/** `mcp__<upstream>__<tool>`: the name that policy rules, journals and `call()` use. */
export type ToolId = string;

/**
 * The tool id of one tool of one upstream. Ids are looked up in the catalogue, never split: a name
 * may itself hold `__`.
 *
 * @example toolIdOf('github', 'search_issues') // 'mcp__github__search_issues'
 */
export function toolIdOf(server: string, tool: string): ToolId {
  return `mcp__${server}__${tool}`;
}

/** An upstream's own word about a tool (MCP `ToolAnnotations`); never trusted by itself. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One tool as an upstream lists it. Text in it is hostile until shown defused. */
export interface UpstreamTool {
  /** The final name, under which it is called here. */
  readonly name: string;
  /** The name the upstream knows; equal to `name` unless a prefix was stripped. */
  readonly rawName: string;
  readonly title?: string;
  readonly description?: string;
  /** Any draft; `{}` when the upstream sent none or something that is not a schema. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** What was odd about the definition, for `describe` and `doctor`. */
  readonly notes?: readonly string[];
}

/** How the program names the tools of one upstream. */
export interface ServerBinding {
  /** The configured name: `tools["my-server"]`. */
  readonly name: string;
  /** The identifier: `tools.my_server`; unique among servers. */
  readonly identifier: string;
  /** Whether the identifier is also a bare global (`my_server.tool()`): false where it would shadow a built-in. */
  readonly bare: boolean;
  readonly tools: readonly ToolBinding[];
}

/** How the program names one tool. */
export interface ToolBinding {
  readonly id: ToolId;
  /** `tools.server["tool-name"]`. */
  readonly name: string;
  /** Identifier-safe name, unique within its server; equal to `name` where that is an identifier. */
  readonly alias: string;
}

/** What `describe(id)` answers inside a program. */
export interface ToolDescription {
  readonly id: ToolId;
  readonly server: string;
  readonly name: string;
  readonly alias: string;
  readonly title?: string;
  readonly description?: string;
  readonly signature: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly notes?: readonly string[];
}

/** One block of MCP content (text, image, audio, resource, resource_link), as it came. */
export type ContentBlock = JsonObject;
