import { SluiceError } from '@sluice/contracts';
import type {
  CatalogueCache,
  Clock,
  Logger,
  ServerDefinition,
  UpstreamPort,
  UpstreamSet,
} from '@sluice/contracts';
import { maxJsonValues } from '@sluice/json-text';
import { createUpstream } from './upstream.js';
import type { Upstream } from './upstream.js';

/** What {@link createUpstreamRegistry} needs. */
export interface UpstreamRegistryOptions {
  /** In configuration order; names are unique. */
  readonly servers: readonly ServerDefinition[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Remembers tool lists between starts. */
  readonly cache?: CatalogueCache;
  /** Our own environment: for the short list that upstreams inherit, `inheritEnv`, and the proxy variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Who we say we are towards upstreams. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /**
   * Largest message taken from an upstream, in bytes. One beyond it fails its own call. V8 holds no
   * text beyond 512 MiB, and the SDK's own stdio client gives up at 10 MiB.
   * @default 268435456
   */
  readonly maxMessageBytes?: number;
  /**
   * Most values of JSON in one message, or in one text that is parsed. One beyond it fails its own call.
   * @default 1000000
   */
  readonly maxMessageValues?: number;
}

/**
 * Makes the registry of all configured upstreams. Nothing is started before it is asked for; one bad
 * upstream never holds up or takes down another.
 *
 * @example
 * const upstreams = createUpstreamRegistry({ servers, clock, logger, environment, clientInfo });
 * upstreams.connectAll();
 * await upstreams.settled('files', AbortSignal.timeout(5_000));
 * const { value } = await upstreams.call({ server: 'files', rawName: 'read', args: {}, timeoutMs: 60_000, signal });
 * await upstreams.close();
 */
export function createUpstreamRegistry(
  options: UpstreamRegistryOptions,
): UpstreamPort & UpstreamSet {
  const listeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of [...listeners])
      try {
        listener();
      } catch (error) {
        options.logger.error('A listener for upstream changes threw', { error: String(error) });
      }
  };
  const create = (server: ServerDefinition, after?: Promise<unknown>) =>
    createUpstream(server, {
      ...options,
      platform: options.platform ?? process.platform,
      maxMessageBytes: options.maxMessageBytes ?? 256 * 1024 * 1024,
      maxMessageValues: options.maxMessageValues ?? maxJsonValues(0),
      onChange,
      ...(after && { after }),
    });
  const upstreams = new Map(options.servers.map((server) => [server.name, create(server)]));
  const configured = new Map(options.servers.map((server) => [server.name, server]));
  /** Those that are being closed while the others go on. */
  const endings = new Set<Promise<void>>();
  const end = (upstream: Upstream, reason: string) => {
    const ending = upstream.close(reason).finally(() => endings.delete(ending));
    endings.add(ending);
    return ending;
  };
  let isOpen = false;
  const find = (name: string) => {
    const found = upstreams.get(name);
    if (found !== undefined) return found;
    const known = [...upstreams.keys()].map((server) => `"${server}"`).join(', ');
    throw new SluiceError('UPSTREAM_UNKNOWN', `There is no upstream "${name}"`, {
      hint: known === '' ? 'No upstreams are configured.' : `Configured are ${known}.`,
    });
  };
  let closing: Promise<void> | undefined;

  return {
    statuses: () => [...upstreams.values()].map((upstream) => upstream.status()),
    tools: (server) => upstreams.get(server)?.tools() ?? [],
    connectAll() {
      isOpen = true;
      upstreams.forEach((upstream) => upstream.connect());
    },
    settled: async (server, signal, options) => find(server).settled(signal, options?.retry),
    call: async (request) => find(request.server).call(request),
    add(server) {
      if (closing !== undefined) return;
      if (upstreams.has(server.name))
        throw new SluiceError('USAGE', `There is an upstream "${server.name}" already`);
      const added = create(server);
      upstreams.set(server.name, added);
      onChange();
      added.connect();
    },
    async remove(name) {
      const removed = upstreams.get(name);
      if (removed === undefined) return;
      upstreams.delete(name);
      onChange();
      await removed.close();
    },
    configure(servers, reason) {
      if (closing !== undefined) return;
      const before = new Map(upstreams);
      const wanted = new Map(servers.map((server) => [server.name, server]));
      const added = [...upstreams].filter(([name]) => !configured.has(name) && !wanted.has(name));
      upstreams.clear();
      for (const server of servers) {
        const { name } = server;
        const known = configured.get(name);
        const running = before.get(name);
        if (running !== undefined && known !== undefined && startsAlike(known, server)) {
          running.redefine(server);
          upstreams.set(name, running);
        } else upstreams.set(name, create(server, running && end(running, reason)));
        before.delete(name);
      }
      for (const [name, upstream] of added) {
        upstreams.set(name, upstream);
        before.delete(name);
      }
      for (const upstream of before.values()) void end(upstream, reason);
      configured.clear();
      for (const [name, server] of wanted) configured.set(name, server);
      onChange();
      if (isOpen) upstreams.forEach((upstream) => upstream.connect());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () =>
      (closing ??= Promise.all([
        ...[...upstreams.values()].map((upstream) => upstream.close()),
        ...endings,
      ]).then(() => listeners.clear())),
  };
}

/** Whether a running one can stay as it is: nothing of what it is started with, or waits for, is another. */
function startsAlike(one: ServerDefinition, other: ServerDefinition): boolean {
  const start = ({
    transport,
    enabled,
    problem,
    written,
    consent,
    connectTimeoutMs,
  }: ServerDefinition) =>
    JSON.stringify([transport, enabled, problem, written, consent?.bound, connectTimeoutMs]);
  return start(one) === start(other);
}
