import type { Json, ServerDefinition, ToolDefinition } from '@sluice/contracts';
import { canonicalJson } from '@sluice/json-text';
import type { CatalogueTool } from '@sluice/search-index';

/** What an approval of a tool is bound to, as the tool stands now. */
export type DefinitionOf = (tool: CatalogueTool) => ToolDefinition;

/**
 * Makes the function that sums a tool up: how its server is started or reached, under which names it
 * goes, and what it says it is. A change of any of it changes the digest, and so voids approvals.
 *
 * @param options.hash SHA-256 of a text, in hex
 */
export function createDefinitionOf(options: {
  /** As it is started or reached now; servers may come and go. */
  readonly serverOf: (name: string) => Pick<ServerDefinition, 'written' | 'shown'> | undefined;
  readonly hash: (text: string) => string;
}): DefinitionOf {
  const { serverOf, hash } = options;
  const known = new WeakMap<CatalogueTool, ToolDefinition>();
  return (tool) => {
    const kept = known.get(tool);
    if (kept !== undefined) return kept;
    const { title, description, inputSchema, annotations } = tool.tool;
    const members = { title, description, inputSchema, annotations };
    // Undefined members are left out, as JSON does.
    const said = canonicalJson(members as unknown as Json);
    const { written = '', shown = '' } = serverOf(tool.server) ?? {};
    const names = [tool.id, tool.server, tool.name, tool.tool.rawName];
    const digest = hash(canonicalJson([...names, written, said]));
    const definition = { digest, upstream: shown, tool: said };
    known.set(tool, definition);
    return definition;
  };
}
