import { dirname } from 'node:path';
import type { Logger, ServerDefinition, Settings } from '@sluice/contracts';
import type { ConfigLoader, ConfigOptions, LoadedConfig } from './config-loader.js';
import { configPaths } from './config-paths.js';
import { createConfigWatch } from './config-watch.js';
import type { FileWatch } from './config-watch.js';
import type { LiveSettings } from './live-settings.js';
import type { TrustDesk } from './trust-desk.js';

/** The configuration while Sluice runs. */
export interface ConfigReload {
  /** Reads it again and applies what has changed. Never rejects. */
  reload(): Promise<void>;
  /** Does so from here on whenever its files change. Idempotent. */
  watch(): void;
  /** Files that cannot be used as they are now, one line each. */
  problems(): readonly string[];
  close(): void;
}

/** What {@link createConfigReload} needs. */
export interface ConfigReloadOptions {
  readonly config: ConfigOptions;
  readonly loader: ConfigLoader;
  /** What Sluice started with. */
  readonly first: LoadedConfig;
  readonly live: LiveSettings;
  readonly trust: Pick<TrustDesk, 'configure'>;
  readonly files: FileWatch;
  readonly logger: Logger;
  /** Takes one line for the operator. */
  readonly note: (line: string) => void;
}

/** Other clients write into their files for reasons of their own; in milliseconds. */
const clientPollMs = 30_000;

/** Makes it over settings that are live. No session and no running program is touched. */
export function createConfigReload(options: ConfigReloadOptions): ConfigReload {
  const { config, loader, live, trust, files, logger, note } = options;
  const { clock } = config.environment;
  let current = options.first;
  let work: Promise<void> = Promise.resolve();
  const stops: (() => void)[] = [];

  const tell = (before: readonly string[], now: readonly string[], kind: string) => {
    for (const line of now) if (!before.includes(line)) note(`sluice: ${kind}: ${line}`);
  };
  const apply = async () => {
    const next = loader.again();
    const before = current;
    current = next;
    tell(before.problems, next.problems, 'error');
    if (textOf(next.settings) === textOf(before.settings)) return;
    tell([...before.warnings, ...next.problems], next.warnings, 'warning');
    const restart = live.replace(next);
    await trust.configure(live.settings.servers, 'its configuration changed');
    const changes = describe(before.settings, next.settings);
    note(`sluice: the configuration has changed: ${changes}`);
    logger.info('configuration changed', { changes });
    if (restart.length > 0)
      note(`sluice: warning: counts after a new start only: ${restart.join(', ')}`);
  };

  return {
    reload() {
      work = work.then(apply).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error('The configuration could not be applied', { reason });
      });
      return work;
    },
    watch() {
      if (stops.length > 0 || config.isBare) return;
      const common = { folderOf: dirname, files, clock, onChange: () => this.reload() };
      const paths = () => configPaths(config, current.settings);
      stops.push(
        createConfigWatch({ ...common, paths: () => paths().own }),
        createConfigWatch({
          ...common,
          paths: () => paths().clients,
          pollMs: clientPollMs,
          hasEvents: false,
        }),
      );
    },
    problems: () => current.problems,
    close() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}

/** In one line, without values: they may be secrets. */
function describe(before: Settings, now: Settings): string {
  const names = (servers: readonly ServerDefinition[]) => servers.map(({ name }) => name);
  const [old, current] = [names(before.servers), names(now.servers)];
  const changed = now.servers.filter((server) => {
    const other = before.servers.find(({ name }) => name === server.name);
    return other !== undefined && textOf(other) !== textOf(server);
  });
  const rest = (
    ['policy', 'policyDefault', 'sandbox', 'results', 'catalogue', 'consent', 'expose'] as const
  ).filter((key) => textOf(before[key]) !== textOf(now[key]));
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['added', current.filter((name) => !old.includes(name))],
    ['removed', old.filter((name) => !current.includes(name))],
    ['changed', [...names(changed), ...rest]],
  ];
  const told = parts.flatMap(([word, list]) =>
    list.length === 0 ? [] : [`${word} ${list.join(', ')}`],
  );
  return told.join('; ') || 'nothing that counts';
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
}
