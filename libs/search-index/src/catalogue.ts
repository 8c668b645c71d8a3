import type {
  JsonSchema,
  ServerBinding,
  ToolAnnotations,
  ToolDescription,
  ToolId,
  UpstreamTool,
} from '@sluice/contracts';

/** One upstream as the catalogue takes it: its configured name and its last known tools. */
export interface CatalogueServer {
  readonly name: string;
  readonly description?: string;
  /** Whether the user vouches for its annotations. @default false */
  readonly trusted?: boolean;
  /** Whether arguments are held against its input schemas. @default true */
  readonly checkArguments?: boolean;
  /** Visible tools only: what a preset or `blocked_tools` hides does not come in. */
  readonly tools: readonly UpstreamTool[];
}

/** One tool with every name it goes by. */
export interface CatalogueTool {
  /** `mcp__<server>__<name>`, with the configured server name and the final tool name. */
  readonly id: ToolId;
  /** The same with the upstream's own name of the tool. */
  readonly rawId: ToolId;
  /** Configured name of its server. */
  readonly server: string;
  readonly serverIdentifier: string;
  /** The final name, unique within its server. */
  readonly name: string;
  /** Identifier-safe name, unique within its server. */
  readonly alias: string;
  /** `tools.<serverIdentifier>.<alias>`, as it stands in a program. */
  readonly callPath: string;
  /** The upstream's own word about it; whether it counts is up to `trusted`. */
  readonly annotations: ToolAnnotations | undefined;
  /** Whether the user vouches for its server's annotations. */
  readonly trusted: boolean;
  /** Whether arguments are held against its input schema before a call is sent. @default true */
  readonly checkArguments?: boolean;
  readonly tool: UpstreamTool;
}

/** What {@link Catalogue.resolve} found. */
export type Resolution =
  | { readonly kind: 'found'; readonly tool: CatalogueTool }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly CatalogueTool[] }
  | { readonly kind: 'unknown'; readonly nearest: readonly CatalogueTool[] };

/** All tools that a program can call, at one moment. Immutable; a changed tool list makes a new one. */
export interface Catalogue {
  readonly servers: readonly CatalogueServer[];
  /** For the runner: how a program names servers and tools; in the order of the servers. */
  readonly bindings: readonly ServerBinding[];
  readonly tools: readonly CatalogueTool[];
  /**
   * The tool with exactly this id. Undefined also where two servers claim the id between them
   * (`a_` + `b` and `a` + `_b`): neither is guessed at.
   */
  byId(id: ToolId): CatalogueTool | undefined;
  /**
   * Looks a tool up by its server's name or identifier and its own name, alias or raw name, in
   * this order. Never splits a name.
   */
  resolve(server: string, tool: string): Resolution;
  /** Tools whose names are close to a text (id, call path or name), closest first; for "did you mean". */
  nearest(text: string, limit: number): readonly CatalogueTool[];
  /**
   * The signature as TypeScript, and a comment line beneath it where there is something to say.
   *
   * @param observed shape of the tool's results so far, shown where it declares none
   */
  signatureOf(tool: CatalogueTool, observed?: JsonSchema): string;
  /** Everything about a tool; undefined when no tool has this id. */
  describe(id: ToolId): ToolDescription | undefined;
}
