import { createLogger, formatSize, openUsageDesk } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** `sluice clean`: removes results whose time is up, and old logs; what is in use stays. */
export async function clean(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const desk = openUsageDesk(options.gateway.environment, createLogger(options.log));
  const removed = await desk.clean();
  const { results, sizeBytes, logBytes } = removed;
  terminal.print(
    json
      ? JSON.stringify(removed)
      : `Removed ${results} expired ${results === 1 ? 'result' : 'results'} (${formatSize(sizeBytes)}) and ${formatSize(logBytes)} of old logs.`,
  );
  return 0;
}
