import { createGateway, createLogger, type Gateway } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/**
 * Runs a verb over a gateway of its own and ends the gateway after it, whatever happens.
 *
 * @param expose the group whose tools the verb calls
 */
export async function withGateway(
  options: HostOptions,
  terminal: Terminal,
  verb: (gateway: Gateway) => Promise<number>,
  expose: 'code' | 'servers' = 'code',
): Promise<number> {
  const gateway = await createGateway({
    ...options.gateway,
    // Verbs call our own tools, whatever clients are shown.
    expose,
    // What goes wrong is in what the verb prints; a warning in the log would say it twice.
    logger: createLogger({ ...options.log, level: options.log.level ?? 'error' }),
    note: terminal.note,
  });
  try {
    return await verb(gateway);
  } finally {
    await gateway.close();
  }
}

/** Connects every upstream and waits until each is ready or failed; each has its own time limit. */
export async function allSettled(gateway: Gateway, terminal: Terminal): Promise<void> {
  gateway.upstreams.connectAll();
  const names = gateway.upstreams.statuses().map((status) => status.name);
  const waiting = new Set(names);
  const tell = () => terminal.progress?.(progressText(waiting, names.length));
  tell();
  await Promise.allSettled(
    names.map(async (name) => {
      await gateway.upstreams.settled(name, terminal.interrupted).catch(() => undefined);
      waiting.delete(name);
      tell();
    }),
  );
}

/** Nothing, once nobody is waited for. */
function progressText(waiting: ReadonlySet<string>, count: number): string | undefined {
  if (waiting.size === 0) return undefined;
  return `connecting, ${count - waiting.size} of ${count} done; waiting for ${[...waiting].join(', ')}`;
}
