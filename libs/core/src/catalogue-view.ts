import type { JsonSchema, ToolId, ToolNaming, UpstreamTool, UpstreamView } from '@sluice/contracts';
import { decidePossible } from '@sluice/policy';
import type { Policy, ToolFilter } from '@sluice/policy';
import { createCatalogue, createSearchIndex, renameTools } from '@sluice/search-index';
import type { Catalogue, CatalogueServer, CatalogueTool, SearchIndex } from '@sluice/search-index';
import type { LearntShapes } from './learnt-shapes.js';

/** The catalogue as the upstreams stand now, built when it is asked for and kept until they change. */
export interface CatalogueView {
  catalogue(): Catalogue;
  /**
   * Over the tools that may be shown. One index for the life of the view: where tool lists change, only what changed is read
   * again.
   */
  searchIndex(): SearchIndex;
  /**
   * Tools that may be shown: all but those that the policy denies whatever their arguments. A denied tool stays callable by
   * name, so that the refusal can name the rule, but its text never reaches a model.
   */
  visibleTools(): readonly CatalogueTool[];
  isVisible(id: ToolId): boolean;
  /** The shape of a tool's results so far, where it declares none and some came. */
  observedOf(tool: CatalogueTool): JsonSchema | undefined;
  /** A tool's signature with what was learnt of its results. It changes as calls are made. */
  signatureOf(tool: CatalogueTool): string;
  /** Stops listening to the upstreams. */
  close(): void;
}

interface Built {
  readonly servers: readonly CatalogueServer[];
  readonly catalogue: Catalogue;
  /** The catalogue with the visible tools only. */
  readonly searchable: Catalogue;
  readonly visible: readonly CatalogueTool[];
  readonly visibleIds: ReadonlySet<ToolId>;
}

/** Makes the view over all upstreams that are not disabled, those without known tools included. */
export function createCatalogueView(options: {
  readonly upstreams: UpstreamView;
  readonly policy: Policy;
  /** Whether a tool exists at all. @default every tool does */
  readonly exists?: ToolFilter;
  /** How the tools of a server are named here. @default as the upstreams name them */
  readonly namingOf?: (server: string) => ToolNaming | undefined;
  /** Another object once the rules, `exists` or names may be others; looked at when the upstreams tell of a change. @default they never are */
  readonly basis?: () => object;
  /** The shape of a tool's results so far. @default nothing is known */
  readonly shapeOf?: LearntShapes['shapeOf'];
}): CatalogueView {
  const {
    upstreams,
    policy,
    exists = () => true,
    namingOf = () => undefined,
    basis = () => options,
    shapeOf = () => undefined,
  } = options;
  const rename = createRenamer(namingOf);
  let built: (Built & { readonly basis: object }) | undefined;
  let isStale = true;
  let index: SearchIndex | undefined;

  const current = (): Built & { readonly basis: object } => {
    if (built !== undefined && !isStale) return built;
    isStale = false;
    const servers = readServers(upstreams, exists, rename);
    const now = basis();
    if (built === undefined || built.basis !== now || !isSame(built.servers, servers))
      built = { ...build(servers, policy), basis: now };
    return built;
  };
  const unsubscribe = upstreams.subscribe(() => {
    isStale = true;
  });

  return {
    catalogue: () => current().catalogue,
    searchIndex() {
      const { searchable } = current();
      if (index === undefined) index = createSearchIndex(searchable);
      else index.update(searchable);
      return index;
    },
    visibleTools: () => current().visible,
    observedOf: shapeOf,
    signatureOf: (tool) => current().catalogue.signatureOf(tool, shapeOf(tool)),
    isVisible: (id) => current().visibleIds.has(id),
    close: unsubscribe,
  };
}

type Rename = (server: string, tools: readonly UpstreamTool[]) => readonly UpstreamTool[];

/** Renames once: the same definitions stay the same objects, by which an unchanged list is known. */
function createRenamer(namingOf: (server: string) => ToolNaming | undefined): Rename {
  const kept = new Map<
    string,
    { by: ToolNaming; from: readonly UpstreamTool[]; to: readonly UpstreamTool[] }
  >();
  return (server, tools) => {
    const naming = namingOf(server);
    if (naming === undefined) return tools;
    const known = kept.get(server);
    const isKnown =
      known?.by === naming &&
      known.from.length === tools.length &&
      tools.every((tool, at) => tool === known.from[at]);
    if (known && isKnown) return known.to;
    const to = renameTools(tools, naming);
    kept.set(server, { by: naming, from: tools, to });
    return to;
  };
}

function readServers(
  upstreams: UpstreamView,
  exists: ToolFilter,
  rename: Rename,
): readonly CatalogueServer[] {
  return upstreams
    .statuses()
    .filter(({ state }) => state !== 'disabled')
    .map(({ name, description, trusted, checkArguments = true }) => ({
      name,
      trusted,
      checkArguments,
      ...(description === undefined ? {} : { description }),
      tools: rename(name, upstreams.tools(name)).filter((tool) => exists(name, tool)),
    }));
}

function build(servers: readonly CatalogueServer[], policy: Policy): Built {
  const catalogue = createCatalogue(servers);
  const visible = catalogue.tools.filter((tool) =>
    decidePossible(policy, tool).some(({ action }) => action !== 'deny'),
  );
  const searchable = { ...catalogue, tools: visible };
  return {
    servers,
    catalogue,
    searchable,
    visible,
    visibleIds: new Set(visible.map(({ id }) => id)),
  };
}

/** Statuses change often, tool lists seldom: the same definitions make the same catalogue. */
function isSame(before: readonly CatalogueServer[], now: readonly CatalogueServer[]): boolean {
  return (
    before.length === now.length &&
    before.every((server, index) => {
      const other = now[index];
      return (
        other !== undefined &&
        server.name === other.name &&
        server.description === other.description &&
        server.trusted === other.trusted &&
        server.checkArguments === other.checkArguments &&
        server.tools.length === other.tools.length &&
        server.tools.every((tool, position) => tool === other.tools[position])
      );
    })
  );
}
