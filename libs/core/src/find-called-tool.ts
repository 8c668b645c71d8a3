import type { Clock, UpstreamView } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { awaitUpstreams } from './await-upstreams.js';
import { CallError, refuseAfterEnd } from './call-error.js';
import type { CatalogueView } from './catalogue-view.js';
import { explainUnknownTool, guessParts } from './explain-unknown-tool.js';

/** How long a call waits for an upstream whose tools are not known yet, in milliseconds. */
const maxConnectMs = 30_000;

/** What {@link awaitTool} needs. */
export interface ToolLookup {
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
}

/**
 * The tool of an id. An upstream whose tools are not known yet is waited for when the id may be its;
 * one that is down is tried again.
 */
export async function awaitTool(
  id: string,
  deps: ToolLookup,
  signal: AbortSignal,
): Promise<CatalogueTool | undefined> {
  const { view, upstreams } = deps;
  const known = view.catalogue().byId(id);
  if (known !== undefined) return known;
  const { server } = guessParts(id, upstreams.statuses());
  const status = upstreams.statuses().find(({ name }) => name === server);
  if (status === undefined || status.state === 'disabled' || status.state === 'ready')
    return undefined;
  const wait = { servers: [status.name], timeoutMs: maxConnectMs, retry: true, signal };
  await awaitUpstreams(deps, wait);
  return view.catalogue().byId(id);
}

/**
 * The tool of a nested call, as {@link awaitTool} finds it.
 *
 * @throws CallError `TOOL_UNKNOWN`, or what keeps the upstream down.
 */
export async function findCalledTool(
  id: string,
  deps: ToolLookup,
  signal: AbortSignal,
): Promise<CatalogueTool> {
  const found = await awaitTool(id, deps, signal);
  if (found !== undefined) return found;
  refuseAfterEnd(signal);
  const { view, upstreams } = deps;
  const parts = guessParts(id, upstreams.statuses());
  const explanation = explainUnknownTool({ wanted: id, ...parts }, view, upstreams.statuses());
  throw new CallError({ name: 'ToolError', ...explanation }, 'refused');
}
