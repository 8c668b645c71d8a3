import type { Clock, UpstreamPort } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { awaitUpstreams } from './await-upstreams.js';
import { CallError, refuseAfterEnd } from './call-error.js';
import type { CatalogueView } from './catalogue-view.js';
import { explainUnknownTool, guessParts } from './explain-unknown-tool.js';

/** How long a call waits for an upstream whose tools are not known yet, in milliseconds. */
const maxConnectMs = 30_000;

/**
 * The tool of a nested call. An upstream that still connects is waited for when the id may be its.
 *
 * @throws CallError `TOOL_UNKNOWN`, or what keeps the upstream down.
 */
export async function findCalledTool(
  id: string,
  deps: {
    readonly view: CatalogueView;
    readonly upstreams: UpstreamPort;
    readonly clock: Clock;
  },
  signal: AbortSignal,
): Promise<CatalogueTool> {
  const { view, upstreams } = deps;
  const known = view.catalogue().byId(id);
  if (known !== undefined) return known;
  const parts = guessParts(id, upstreams.statuses());
  const status = upstreams.statuses().find(({ name }) => name === parts.server);
  if (status?.state === 'idle' || status?.state === 'connecting') {
    await awaitUpstreams(deps, { servers: [status.name], timeoutMs: maxConnectMs, signal });
    refuseAfterEnd(signal);
    const found = view.catalogue().byId(id);
    if (found !== undefined) return found;
  }
  const explanation = explainUnknownTool({ wanted: id, ...parts }, view, upstreams.statuses());
  throw new CallError({ name: 'ToolError', ...explanation }, 'refused');
}
