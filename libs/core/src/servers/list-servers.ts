import type { Clock, UpstreamStatus, UpstreamView } from '@sluice/contracts';
import { awaitUpstreams } from '../await-upstreams.js';

/** Says how the servers stand. */
export type ListServers = (context: {
  readonly signal: AbortSignal;
}) => Promise<readonly UpstreamStatus[]>;

/** How long a list waits for servers that are on their way, in milliseconds. */
const maxWaitMs = 10_000;

/** Makes the use case behind `list_servers`: all that are enabled, each connected first, within reason. */
export function createListServers(by: {
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
}): ListServers {
  const enabled = () => by.upstreams.statuses().filter(({ state }) => state !== 'disabled');
  return async ({ signal }) => {
    const servers = enabled()
      .filter(({ state }) => state === 'idle' || state === 'connecting')
      .map(({ name }) => name);
    await awaitUpstreams(by, { servers, timeoutMs: maxWaitMs, signal });
    return enabled();
  };
}
