import { isSpecType } from '@modelcontextprotocol/server';
import type { Json, JsonSchema, ServerDefinition } from '@sluice/contracts';
import type { CatalogueView } from '@sluice/core';
import { assignDirectNames } from '@sluice/search-index';
import type { CatalogueTool } from '@sluice/search-index';
import { plainJson } from '../present/plain-json.js';
import type { ToolRow } from './tool-row.js';

/** The tools of all upstreams under the names that clients see in the group `direct`. */
export interface DirectTools {
  /** In the order of their servers, then by name; the same list as long as they are the same tools. */
  all(): readonly DirectTool[];
  byName(name: string): DirectTool | undefined;
  byId(id: string): DirectTool | undefined;
}

/** One of them. */
export interface DirectTool {
  readonly name: string;
  readonly tool: CatalogueTool;
  readonly inputSchema: ToolRow['inputSchema'];
  readonly outputSchema?: ToolRow['inputSchema'];
}

/** What {@link createDirectTools} needs. */
export interface DirectToolsOptions {
  readonly view: CatalogueView;
  /** As they are configured now. */
  readonly serverOf: (name: string) => Pick<ServerDefinition, 'prefix'> | undefined;
  /** The names of all of our own tools, shown or not: one name has one shape. */
  readonly reserved: ReadonlySet<string>;
  /** Takes one line for the operator. */
  readonly note: (line: string) => void;
}

/**
 * Names the visible tools of all upstreams. One that would take the name of a tool of ours is left out, and
 * the operator is told once, with both names and what to do.
 */
export function createDirectTools(options: DirectToolsOptions): DirectTools {
  const { view, serverOf, reserved, note } = options;
  const told = new Set<string>();
  let source: readonly CatalogueTool[] | undefined;
  let tools: readonly DirectTool[] = [];
  let names: ReadonlyMap<string, DirectTool> = new Map();

  const current = () => {
    const visible = view.visibleTools();
    if (visible === source) return tools;
    source = visible;
    const wishes = visible.map(({ id, server, name }) => ({
      id,
      prefix: serverOf(server)?.prefix ?? server,
      tool: name,
    }));
    const assigned = assignDirectNames(wishes);
    const named = visible.map((tool) => readTool(assigned.get(tool.id) ?? tool.id, tool));
    for (const one of named) if (reserved.has(one.name)) tell(one);
    const order = view.catalogue().servers.map(({ name }) => name);
    const place = ({ tool }: DirectTool) => order.indexOf(tool.server);
    tools = named
      .filter(({ name }) => !reserved.has(name))
      .sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
    names = new Map(tools.map((one) => [one.name, one]));
    return tools;
  };
  const tell = ({ name, tool }: DirectTool) => {
    if (told.has(tool.id)) return;
    told.add(tool.id);
    const server = JSON.stringify(tool.server);
    note(
      `sluice: error: the tool ${JSON.stringify(tool.name)} of the server ${server} cannot be shown as "${name}", which is the name of a tool of Sluice itself; programs can call it`,
    );
    note(`  hint: Set "prefix" of ${server} to another word.`);
  };

  return {
    all: current,
    byName(name) {
      current();
      return names.get(name);
    },
    byId: (id) => current().find(({ tool }) => tool.id === id),
  };
}

/** One schema that no client would take costs it the whole list. */
function readTool(name: string, tool: CatalogueTool): DirectTool {
  const inputSchema = objectSchema(tool.tool.inputSchema);
  const { outputSchema } = tool.tool;
  const isGood = (schemas: object) =>
    isSpecType.Tool({ name, inputSchema: { type: 'object' }, ...schemas });
  const output = outputSchema === undefined ? undefined : objectSchema(outputSchema);
  return {
    name,
    tool,
    inputSchema: isGood({ inputSchema }) ? inputSchema : { type: 'object' },
    ...(output !== undefined && isGood({ outputSchema: output }) && { outputSchema: output }),
  };
}

function objectSchema(schema: JsonSchema): ToolRow['inputSchema'] {
  const keywords = typeof schema === 'boolean' ? {} : (plainJson(schema as Json) as object);
  return { ...keywords, type: 'object' };
}
