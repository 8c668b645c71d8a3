import type { Clock, UpstreamView } from '@sluice/contracts';
import { awaitUpstreams } from '@sluice/core';

/**
 * How long a list of tools waits for upstreams, in milliseconds: some clients do not hear of a change, and
 * those that give up on a server do so after 30 s or more.
 */
const maxWaitMs = 10_000;

/** Waits for upstreams whose tools nobody knows yet, neither from them nor from an earlier start. */
export async function awaitTools(
  by: { readonly upstreams: UpstreamView; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const servers = by.upstreams
    .statuses()
    .filter(({ toolsFrom, state }) => toolsFrom === 'none' && isOnItsWay(state))
    .map(({ name }) => name);
  await awaitUpstreams(by, { servers, timeoutMs: maxWaitMs, signal });
}

function isOnItsWay(state: ReturnType<UpstreamView['statuses']>[number]['state']): boolean {
  return state === 'idle' || state === 'connecting';
}
