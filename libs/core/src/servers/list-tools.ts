import type { Clock, UpstreamView } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { awaitUpstreams } from '../await-upstreams.js';
import type { CatalogueView } from '../catalogue-view.js';
import { refusing } from '../results/result-refusal.js';
import type { ResultRefusal } from '../results/result-refusal.js';

/** The tools of one server. */
export type ToolList =
  | {
      readonly status: 'done';
      /** As it is configured. */
      readonly server: string;
      /** By name. */
      readonly tools: readonly { readonly tool: CatalogueTool; readonly signature: string }[];
    }
  | ResultRefusal;

/** Lists the tools of one server. */
export type ListTools = (
  request: { readonly server: string },
  context: { readonly signal: AbortSignal },
) => Promise<ToolList>;

/** How long a server gets to start and list its tools, in milliseconds. */
const maxWaitMs = 30_000;

/** Makes the use case behind `list_tools`: those that may be shown. One that is down is tried again. */
export function createListTools(by: {
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
}): ListTools {
  const { view, upstreams } = by;
  return ({ server: wanted }, { signal }) =>
    refusing(async () => {
      const server = find(wanted, view);
      const wait = { servers: [server], timeoutMs: maxWaitMs, retry: true, signal };
      await awaitUpstreams(by, wait);
      const status = upstreams.statuses().find(({ name }) => name === server);
      if (status?.error !== undefined && status.toolsFrom === 'none') {
        const { code, message, hint } = status.error;
        throw new SluiceError(code, message, hint === undefined ? {} : { hint });
      }
      const catalogue = view.catalogue();
      const tools = view
        .visibleTools()
        .filter((tool) => tool.server === server)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((tool) => ({ tool, signature: catalogue.signatureOf(tool) }));
      return { status: 'done', server, tools };
    });
}

/** By its name, or by the identifier that programs use. */
function find(wanted: string, view: CatalogueView): string {
  const { bindings } = view.catalogue();
  const found =
    bindings.find(({ name }) => name === wanted) ??
    bindings.find(({ identifier }) => identifier === wanted);
  if (found !== undefined) return found.name;
  const names = bindings.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new SluiceError(
    'UPSTREAM_UNKNOWN',
    `Cannot list tools of ${JSON.stringify(wanted)}: there is no such server`,
    { hint: names === '' ? 'No servers are configured.' : `Servers are ${names}.` },
  );
}
