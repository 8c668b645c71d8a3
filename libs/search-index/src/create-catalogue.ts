import { toolIdOf } from '@sluice/contracts';
import type { ServerBinding, ToolDescription, UpstreamTool } from '@sluice/contracts';
import { assignIdentifiers } from './assign-identifiers.js';
import type { Catalogue, CatalogueServer, CatalogueTool, Resolution } from './catalogue.js';
import { createArgumentCheck } from './create-argument-check.js';
import { isReservedWord } from './is-reserved-word.js';
import { nearestTools } from './nearest-tools.js';
import { shadowsGlobal } from './shadows-global.js';
import { toolSignature } from './tool-signature.js';
import type { ToolSignature } from './tool-signature.js';

/** Suggestions that go with an unknown name. */
const NEAREST_LIMIT = 3;

/**
 * Names every tool of every server for programs, policy and people, and finds it again by any of
 * its names. Names follow from the set of servers and tools alone: not from their order, not from
 * an earlier start.
 *
 * @example
 * const catalogue = createCatalogue([{ name: 'my-server', tools }]);
 * catalogue.resolve('my_server', 'get-issue'); // { kind: 'found', tool: { callPath: 'tools.my_server.get_issue', … } }
 */
export function createCatalogue(servers: readonly CatalogueServer[]): Catalogue {
  const unique = [...new Map(servers.map((server) => [server.name, server])).values()];
  const identifiers = assignIdentifiers(
    unique.map(({ name }) => name),
    { fallback: 'server', refuses: isReservedWord },
  );
  const shelves = unique.map((server) =>
    shelve(server, identifiers.get(server.name) ?? server.name),
  );
  const shelfByName = new Map<string, Shelf>();
  for (const shelf of shelves) shelfByName.set(shelf.binding.identifier, shelf);
  for (const shelf of shelves) shelfByName.set(shelf.binding.name, shelf);

  const tools = shelves.flatMap((shelf) => shelf.tools);
  const toolById = new Map<string, CatalogueTool | 'contested'>();
  for (const tool of tools) toolById.set(tool.id, toolById.has(tool.id) ? 'contested' : tool);
  const signatures = new WeakMap<CatalogueTool, ToolSignature>();

  const byId = (id: string) => {
    const tool = toolById.get(id);
    return tool === 'contested' ? undefined : tool;
  };
  const signed = (tool: CatalogueTool) => {
    const known = signatures.get(tool);
    if (known !== undefined) return known;
    const signature = toolSignature(tool);
    signatures.set(tool, signature);
    return signature;
  };

  return {
    servers: unique,
    bindings: shelves.map((shelf) => shelf.binding),
    tools,
    byId,
    resolve: (server, tool) => {
      const shelf = shelfByName.get(server);
      const found = shelf === undefined ? undefined : findIn(shelf, tool);
      if (found !== undefined) return found;
      const near = shelf === undefined ? [] : nearestTools(shelf.tools, tool, NEAREST_LIMIT);
      return {
        kind: 'unknown',
        nearest: near.length > 0 ? near : nearestTools(tools, `${server}.${tool}`, NEAREST_LIMIT),
      };
    },
    nearest: (text, limit) => nearestTools(tools, text, limit),
    signatureOf: (tool, observed) =>
      observed === undefined ? signed(tool).text : toolSignature(tool, undefined, observed).text,
    describe: (id) => {
      const tool = byId(id);
      return tool === undefined ? undefined : descriptionOf(tool, signed(tool));
    },
  };
}

/** One server's tools by their names. */
interface Shelf {
  readonly binding: ServerBinding;
  readonly tools: readonly CatalogueTool[];
  /** By final name and by alias, which never clash. */
  readonly byName: ReadonlyMap<string, CatalogueTool>;
  readonly byRawName: ReadonlyMap<string, readonly CatalogueTool[]>;
}

function shelve(server: CatalogueServer, identifier: string): Shelf {
  const named = nameTools(server.tools);
  const aliases = assignIdentifiers(named.keys(), { fallback: 'tool', refuses: () => false });
  const tools = Array.from(named, ([name, tool]): CatalogueTool => {
    const alias = aliases.get(name) ?? name;
    return {
      id: toolIdOf(server.name, name),
      rawId: toolIdOf(server.name, tool.rawName),
      server: server.name,
      serverIdentifier: identifier,
      name,
      alias,
      callPath: `tools.${identifier}.${alias}`,
      annotations: tool.annotations,
      trusted: server.trusted ?? false,
      ...(server.checkArguments === false && { checkArguments: false }),
      tool,
    };
  });
  const byName = new Map<string, CatalogueTool>();
  const byRawName = new Map<string, CatalogueTool[]>();
  for (const tool of tools) {
    byName.set(tool.alias, tool);
    byRawName.set(tool.tool.rawName, [...(byRawName.get(tool.tool.rawName) ?? []), tool]);
  }
  for (const tool of tools) byName.set(tool.name, tool);
  return {
    binding: {
      name: server.name,
      identifier,
      bare: !shadowsGlobal(identifier),
      tools: tools.map(({ id, name, alias }) => ({ id, name, alias })),
    },
    tools,
    byName,
    byRawName,
  };
}

/**
 * Final names, unique: of two tools that would share one (a stripped prefix did that), the one whose
 * own name it is keeps it, and the other goes by its raw name.
 */
function nameTools(tools: readonly UpstreamTool[]): ReadonlyMap<string, UpstreamTool> {
  const keepers = new Map<string, UpstreamTool>();
  for (const tool of tools) {
    const holder = keepers.get(tool.name);
    const isBetter =
      holder === undefined || (holder.rawName !== tool.name && tool.rawName <= holder.rawName);
    if (isBetter || tool.rawName === tool.name) keepers.set(tool.name, tool);
  }
  const named = new Map<string, UpstreamTool>();
  for (const tool of tools) {
    const keeper = keepers.get(tool.name);
    if (keeper === tool) named.set(tool.name, tool);
    else if (tool.rawName !== tool.name && !keepers.has(tool.rawName))
      named.set(tool.rawName, tool);
  }
  return named;
}

function findIn(shelf: Shelf, name: string): Resolution | undefined {
  const own = shelf.byName.get(name);
  if (own !== undefined) return { kind: 'found', tool: own };
  const raw = shelf.byRawName.get(name) ?? [];
  const [only] = raw;
  if (only === undefined) return undefined;
  return raw.length === 1 ? { kind: 'found', tool: only } : { kind: 'ambiguous', candidates: raw };
}

function descriptionOf(tool: CatalogueTool, signature: ToolSignature): ToolDescription {
  const { title, description, inputSchema, outputSchema, annotations, notes = [] } = tool.tool;
  const unchecked =
    tool.checkArguments === false
      ? ['arguments are not checked: the configuration says so for this server']
      : createArgumentCheck(inputSchema).notes();
  const allNotes = [
    ...notes,
    ...signature.notes,
    ...unchecked.map((note) => `inputSchema: ${note}`),
  ];
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    alias: tool.alias,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    signature: signature.text,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(allNotes.length === 0 ? {} : { notes: allNotes }),
  };
}
