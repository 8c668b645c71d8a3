import { docLine } from '@sluice/search-index';
import type { CatalogueTool, SearchHit } from '@sluice/search-index';
import type { CatalogueView } from './catalogue-view.js';
import type { FoundTool, SearchGroup } from './search-report.js';

/** Tools with a similar name, or servers, named where nothing fits. */
const maxNearest = 3;
/** Hits shown where none is likely: more would be padding. */
const maxDoubtful = 5;
/** So many hits beyond the limit are looked through for tools that stand there already. */
const spareHits = 16;

/** What narrows the search for one query. */
export interface GroupRequest {
  /** Only this upstream, by its configured name. */
  readonly server: string | undefined;
  readonly readOnly: boolean;
  readonly limit: number;
  readonly withSchema: boolean;
}

/** Searches for one query. Tools that the policy denies are never found. */
export function searchGroup(
  query: string,
  request: GroupRequest,
  view: CatalogueView,
): SearchGroup {
  const { server, limit, withSchema } = request;
  const { hits, total, isLikely, readAs } = view.searchIndex().search(query, {
    limit: limit + spareHits,
    accepts: (tool) => isShown(tool, request, view),
    ...(server === undefined ? {} : { server }),
  });
  const found = groupTwins(hits).slice(0, isLikely ? limit : Math.min(limit, maxDoubtful));
  return {
    query,
    hits: found.map(({ tool, twins }) => ({
      ...showTool(tool, view, withSchema),
      twins: twins.map(({ callPath }) => callPath),
    })),
    more: isLikely ? Math.max(0, total - countShown(found)) : 0,
    isLikely,
    readAs,
    nearest: found.length > 0 ? [] : nearestPaths(query, request, view),
    nearestServers: isLikely ? [] : serversOf(found.map(({ tool }) => tool)),
  };
}

/** Whether a tool may be shown at all, and passes the request's filter. */
export function isShown(
  tool: CatalogueTool,
  { readOnly }: Pick<GroupRequest, 'readOnly'>,
  view: CatalogueView,
): boolean {
  return view.isVisible(tool.id) && (!readOnly || tool.annotations?.readOnlyHint === true);
}

/** One tool with what the request asked to know of it. */
export function showTool(tool: CatalogueTool, view: CatalogueView, withSchema: boolean): FoundTool {
  const { inputSchema, outputSchema } = tool.tool;
  return {
    id: tool.id,
    callPath: tool.callPath,
    signature: view.signatureOf(tool),
    doc: docLine(tool),
    twins: [],
    ...(withSchema ? { inputSchema } : {}),
    ...(withSchema && outputSchema !== undefined ? { outputSchema } : {}),
  };
}

interface FoundTwins {
  readonly tool: CatalogueTool;
  readonly twins: CatalogueTool[];
}

/** Hits with the same name and description on other servers stand with the first of them. */
function groupTwins(hits: readonly SearchHit[]): readonly FoundTwins[] {
  const groups = new Map<string, FoundTwins>();
  for (const { tool } of hits) {
    const key = JSON.stringify([tool.alias, tool.tool.description]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { tool, twins: [] });
    else group.twins.push(tool);
  }
  return [...groups.values()];
}

function countShown(found: readonly FoundTwins[]): number {
  return found.reduce((sum, { twins }) => sum + 1 + twins.length, 0);
}

function nearestPaths(
  query: string,
  request: GroupRequest,
  view: CatalogueView,
): readonly string[] {
  return view
    .catalogue()
    .nearest(query, maxNearest * 4)
    .filter((tool) => isShown(tool, request, view))
    .slice(0, maxNearest)
    .map(({ callPath }) => callPath);
}

function serversOf(tools: readonly CatalogueTool[]): readonly string[] {
  return [...new Set(tools.map(({ server }) => server))].slice(0, maxNearest);
}
