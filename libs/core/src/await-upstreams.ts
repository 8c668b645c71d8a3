import { onAbort } from '@sluice/contracts';
import type { Clock, UpstreamView } from '@sluice/contracts';

/** Which upstreams to wait for, and for how long. */
export interface UpstreamWait {
  readonly servers: readonly string[];
  readonly timeoutMs: number;
  /** Tries those again that are down. @default false */
  readonly retry?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Waits until each of the upstreams is ready or failed; for at most `timeoutMs`, and not beyond an
 * aborted signal. Never rejects: how they stand afterwards is in `statuses()`.
 */
export async function awaitUpstreams(
  { upstreams, clock }: { readonly upstreams: UpstreamView; readonly clock: Clock },
  { servers, timeoutMs, retry = false, signal }: UpstreamWait,
): Promise<void> {
  if (servers.length === 0 || signal.aborted) return;
  const waits = servers.map((server) => ({ server, stop: new AbortController() }));
  const enough = new AbortController();
  const gaveUp = new Promise<void>((resolve) => {
    onAbort(enough.signal, () => {
      for (const { stop } of waits) stop.abort();
      resolve();
    });
  });
  const giveUp = () => enough.abort();
  const cancelTimer = clock.schedule(timeoutMs, giveUp);
  const ignoreAbort = onAbort(signal, giveUp);
  const settled = waits.map(({ server, stop }) =>
    upstreams.settled(server, stop.signal, { retry }).catch(() => undefined),
  );
  await Promise.race([gaveUp, Promise.all(settled)]);
  cancelTimer();
  ignoreAbort();
}
