import { onAbort } from '@sluice/contracts';
import type { Clock, UpstreamView, UpstreamStatus } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { awaitUpstreams } from './await-upstreams.js';
import type { CatalogueView } from './catalogue-view.js';
import type { Consents } from './consent/consents.js';
import { explainUnknownServer } from './explain-unknown-tool.js';
import { isShown, searchGroup, showTool } from './search-group.js';
import type { SearchSurroundings, SearchToolsReport, ServerSummary } from './search-report.js';

/** What {@link createSearchTools} needs. */
export interface SearchToolsOptions {
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
  /** Whose descriptions a person has not seen as they are now. */
  readonly consents: Pick<Consents, 'changedAmong'>;
}

/** A search as it is asked for. */
export interface SearchToolsRequest {
  /** One group per query; nothing, or an empty text, lists the servers. */
  readonly query?: string | readonly string[];
  /** Only this upstream, by name or identifier. */
  readonly server?: string;
  /** Only tools that say of themselves that they change nothing. @default false */
  readonly readOnly?: boolean;
  /** Hits per query, 1 to 100. @default 8 */
  readonly limit?: number;
  /** @default 'signature' */
  readonly detail?: 'signature' | 'brief' | 'schema';
  readonly signal?: AbortSignal;
}

const defaultLimit = 8;
const maxLimit = 100;
/** Queries answered in one call. */
const maxQueries = 20;
/**
 * So long after its start, in milliseconds, a search waits for upstreams that are still connecting
 * for the first time: agents search within a second of starting us. One that hangs holds up no
 * search after that.
 */
const startUpMs = 1500;
/** How long a search waits beyond that when no tool of any upstream is known yet, in milliseconds. */
const firstToolsMs = 1500;

/**
 * Makes the search behind `search_tools`. Tools that the policy denies are never found. It waits for
 * upstreams that are connecting only in the first 1.5 s, and 1.5 s more while nothing at all is known.
 */
export function createSearchTools(
  options: SearchToolsOptions,
): (request: SearchToolsRequest) => Promise<SearchToolsReport> {
  const { view, upstreams, clock } = options;
  const startedAt = clock.monotonic();
  return async (request) => {
    const { query, server, limit, detail = 'signature', signal = neverAborted() } = request;
    const readOnly = request.readOnly ?? false;
    const timeoutMs = startedAt + startUpMs - clock.monotonic();
    if (timeoutMs > 0)
      await awaitUpstreams(options, { servers: unknown(upstreams), timeoutMs, signal });
    await awaitFirstTools(options, signal);
    const binding = view
      .catalogue()
      .bindings.find(({ name, identifier }) => name === server || identifier === server);
    if (server !== undefined && server !== '' && binding === undefined)
      return { status: 'refused', ...explainUnknownServer(server, view, upstreams.statuses()) };
    const surroundings = lookAround(upstreams, binding?.name);
    const queries = (typeof query === 'string' ? [query] : (query ?? []))
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const count = Math.min(maxLimit, Math.max(1, Math.floor(limit ?? defaultLimit)));
    const withSchema = detail === 'schema';
    if (queries.length === 0) {
      const own = view
        .catalogue()
        .tools.filter((tool) => tool.server === binding?.name && isShown(tool, { readOnly }, view));
      const listed = own.slice(0, limit === undefined ? maxLimit : count);
      return {
        status: 'servers',
        servers: listServers(view, upstreams, binding?.name),
        tools: listed.map((tool) => showTool(tool, view, withSchema)),
        toolsLeftOut: own.length - listed.length,
        ...surroundings,
        changed: await changedOf(listed, options),
      };
    }
    if (queries.length > maxQueries)
      return {
        status: 'refused',
        code: 'USAGE',
        message: `Cannot search for ${queries.length} queries at once: at most ${maxQueries} are answered in one call`,
      };
    const narrowed = { server: binding?.name, readOnly, limit: count, withSchema };
    const groups = queries.map((text) => searchGroup(text, narrowed, view));
    const searched = listServers(view, upstreams, binding?.name).map(({ name }) => name);
    const hits = groups.flatMap((group) => group.hits);
    const changed = await changedOf(
      hits.flatMap(({ id }) => view.catalogue().byId(id) ?? []),
      options,
    );
    return { status: 'found', detail, groups, searched, ...surroundings, changed };
  };
}

/** Nobody can tell while approvals cannot be read; then each call that needs one is refused. */
async function changedOf(
  tools: readonly CatalogueTool[],
  { consents }: SearchToolsOptions,
): Promise<readonly string[]> {
  const changed = await consents.changedAmong(tools).catch(() => []);
  return [...new Set(changed.map(({ callPath }) => callPath))];
}

async function awaitFirstTools(
  { view, upstreams, clock }: SearchToolsOptions,
  signal: AbortSignal,
): Promise<void> {
  if (view.catalogue().tools.length > 0) return;
  const servers = unknown(upstreams);
  if (servers.length === 0) return;
  // The first upstream that is ready ends the wait: one that hangs must not hold up the others.
  const enough = new AbortController();
  const stop = () => enough.abort();
  const ignoreAbort = onAbort(signal, stop);
  const unsubscribe = upstreams.subscribe(() => {
    if (view.catalogue().tools.length > 0) stop();
  });
  const wait = { servers, timeoutMs: firstToolsMs, signal: enough.signal };
  await awaitUpstreams({ upstreams, clock }, wait);
  unsubscribe();
  ignoreAbort();
}

function listServers(
  view: CatalogueView,
  upstreams: UpstreamView,
  only: string | undefined,
): readonly ServerSummary[] {
  const statuses = new Map(upstreams.statuses().map((status) => [status.name, status]));
  const counts = new Map<string, number>();
  for (const { server } of view.visibleTools()) counts.set(server, (counts.get(server) ?? 0) + 1);
  return view
    .catalogue()
    .bindings.filter(({ name }) => only === undefined || name === only)
    .map(({ name, identifier }) => {
      const description = statuses.get(name)?.description;
      return {
        name,
        identifier,
        ...(description === undefined ? {} : { description }),
        toolCount: counts.get(name) ?? 0,
        state: statuses.get(name)?.state ?? 'idle',
      };
    });
}

function lookAround(
  upstreams: UpstreamView,
  only: string | undefined,
): Omit<SearchSurroundings, 'changed'> {
  const statuses = upstreams.statuses().filter(({ name }) => only === undefined || name === only);
  return {
    down: statuses
      .filter(({ state }) => state === 'failed')
      .map(({ name, error, toolsFrom, toolCount }) => ({
        name,
        message: error?.message ?? 'it failed',
        ...(error?.hint === undefined ? {} : { hint: error.hint }),
        toolCount: toolsFrom === 'none' ? 0 : toolCount,
      })),
    waiting: statuses.filter(({ state }) => state === 'waiting').map(({ name }) => name),
    connecting: statuses.filter(isUnknown).map(({ name }) => name),
  };
}

/** Names of upstreams that are on their way and whose tools are not known yet. */
function unknown(upstreams: UpstreamView): readonly string[] {
  return upstreams
    .statuses()
    .filter(isUnknown)
    .map(({ name }) => name);
}

function isUnknown({ state, toolsFrom }: UpstreamStatus): boolean {
  return (state === 'idle' || state === 'connecting') && toolsFrom === 'none';
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
