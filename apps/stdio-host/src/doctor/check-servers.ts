import { onAbort, type Clock, type UpstreamStatus } from '@sluice/contracts';
import type { Gateway } from '@sluice/gateway';
import { stderrLines } from '../verbs/stderr-lines.js';
import type { Check } from './check.js';
import { count } from './count.js';

/** As long as servers are waited for, all at once, in milliseconds: a little more than their usual own limit. */
const waitMs = 31_000;

/** Connects every server and tells how long it took, or why it is not there. */
export async function serverChecks(
  gateway: Pick<Gateway, 'upstreams'> & {
    readonly settings: { readonly servers: Gateway['settings']['servers'] };
  },
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { upstreams, settings } = gateway;
  const waiting = new AbortController();
  const stopWaiting = clock.schedule(waitMs, () => waiting.abort());
  const stopListening = onAbort(signal, () => waiting.abort());
  const startedAt = clock.monotonic();
  upstreams.connectAll();
  const checks = upstreams.statuses().map(async ({ name }) => {
    await upstreams.settled(name, waiting.signal).catch(() => undefined);
    const elapsedMs = Math.round(clock.monotonic() - startedAt);
    const status = upstreams.statuses().find((one) => one.name === name);
    const limitMs = settings.servers.find((server) => server.name === name)?.connectTimeoutMs;
    return status ? [serverCheck(status, elapsedMs, limitMs ?? 0)] : [];
  });
  try {
    return (await Promise.all(checks)).flat();
  } finally {
    stopWaiting();
    stopListening();
  }
}

function serverCheck(status: UpstreamStatus, elapsedMs: number, limitMs: number): Check {
  const common = { id: 'server', subject: status.name } as const;
  const after = `${(elapsedMs / 1000).toFixed(1)} s`;
  switch (status.state) {
    case 'disabled':
      return { ...common, status: 'skipped', detail: 'disabled in the configuration' };
    case 'ready':
      return { ...common, elapsedMs, ...readyCheck(status, after) };
    case 'waiting':
      return {
        ...common,
        status: 'warning',
        detail: status.error?.message ?? 'it waits for your consent',
        next: 'sluice approve shows what would be started, and asks you.',
      };
    case 'failed':
      return {
        ...common,
        elapsedMs,
        status: 'problem',
        detail: status.error?.message ?? 'it failed without a reason',
        lines: stderrLines(status),
        next: status.error?.hint ?? 'Start it by hand to see what it says.',
      };
    case 'idle':
    case 'connecting':
      return {
        ...common,
        elapsedMs,
        status: elapsedMs < limitMs ? 'warning' : 'problem',
        detail: `it is not connected after ${after}; its own limit is ${limitMs / 1000} s`,
        next: 'Start it by hand to see what it waits for.',
      };
  }
}

function readyCheck(
  { toolCount, noiseLines, protocolVersion }: UpstreamStatus,
  after: string,
): Pick<Check, 'status' | 'detail' | 'next'> {
  const noise = noiseLines > 0 ? `; not protocol on its stdout: ${count(noiseLines, 'line')}` : '';
  const speaks = protocolVersion === undefined ? '' : `, MCP ${protocolVersion}`;
  const detail = `ready after ${after}, ${count(toolCount, 'tool')}${speaks}${noise}`;
  return toolCount > 0
    ? { status: 'ok', detail }
    : { status: 'warning', detail, next: 'It offers nothing to call: look at its own settings.' };
}
