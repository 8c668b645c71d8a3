import { toSluiceError, type SluiceError } from '@sluice/contracts';
import {
  createGateway,
  createLogger,
  describeUse,
  openUsageDesk,
  trySandbox,
  userFolders,
  type Gateway,
} from '@sluice/gateway';
import { daemonPort } from '../daemon-port.js';
import type { HostOptions } from '../host-options.js';
import { clientChecks } from './check-clients.js';
import { brokenConfigCheck, configChecks } from './check-config.js';
import { fileChecks } from './check-files.js';
import { portCheck } from './check-port.js';
import { sandboxChecks } from './check-sandbox.js';
import { serverChecks } from './check-servers.js';
import { storeCheck } from './check-store.js';
import type { Check } from './check.js';

/**
 * Looks at everything: what needs no configuration also where that is broken. Bounded: three programs
 * with limits of their own, and servers that are waited for half a minute, all at once.
 */
export async function runChecks(
  options: HostOptions,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const opened = await openGateway(options);
  if (opened.gateway === undefined) return [nodeCheck(), ...brokenChecks(opened)];
  const { gateway } = opened;
  try {
    return [nodeCheck(), ...(await allChecks(gateway, brokenChecks(opened), options, signal))];
  } finally {
    await gateway.close();
  }
}

async function allChecks(
  gateway: Gateway,
  broken: readonly Check[],
  options: HostOptions,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { environment, configPath } = options.gateway;
  const { clock, platform } = environment;
  const { settings } = gateway;
  const folders = userFolders(environment);
  const desk = openUsageDesk(environment, createLogger({ level: 'silent' }));
  const [sandbox, servers, files, store, port] = await Promise.all([
    lookAtSandbox(gateway, options, signal),
    serverChecks(gateway, clock, signal),
    fileChecks({
      platform,
      settings,
      stateFolder: folders.state,
      cacheFolder: folders.cache,
      apiKeyFile: options.apiKeyFile,
    }),
    storeCheck(desk, folders.state, settings.results),
    portCheck(daemonPort),
  ]);
  const clients =
    broken.length > 0
      ? []
      : clientChecks({
          tools: gateway.listTools(),
          instructions: describeUse(gateway.exposed),
        });
  const config = broken.length > 0 ? broken : configChecks(gateway, environment, configPath);
  return [...sandbox, ...config, ...servers, ...clients, ...files, store, port];
}

async function lookAtSandbox(
  { runner, settings }: Gateway,
  options: HostOptions,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const found = await runner.inspect();
  const { sandbox } = settings;
  const { clock } = options.gateway.environment;
  return sandboxChecks(found, found.ok ? await trySandbox({ runner, sandbox, clock, signal }) : []);
}

/** Node older than this lacks what Sluice uses. */
const leastNode = [20, 19] as const;

function nodeCheck(): Check {
  const { version } = process;
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const isNew = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  const detail = `Node ${version.slice(1)} at ${process.execPath}`;
  if (isNew) return { id: 'node', status: 'ok', detail };
  return {
    id: 'node',
    status: 'problem',
    detail: `${detail}: older than ${leastNode.join('.')}`,
    next: 'Install Node 20.19 or newer.',
  };
}

interface Opened {
  readonly gateway?: Gateway;
  /** Why the configuration does not count. */
  readonly config?: SluiceError;
  /** Why there is no gateway even without one. */
  readonly bare?: SluiceError;
}

/** A gateway over the configuration, or, where that is broken, over defaults. */
async function openGateway(options: HostOptions): Promise<Opened> {
  const common = {
    ...options.gateway,
    // Every failure is among the checks.
    logger: createLogger({ ...options.log, level: options.log.level ?? 'error' }),
    note: () => undefined,
  };
  try {
    return { gateway: await createGateway(common) };
  } catch (error) {
    const config = toSluiceError(error);
    try {
      const bare = { ...common, isBare: true, expose: undefined, compat: undefined };
      return { gateway: await createGateway(bare), config };
    } catch (bareError) {
      return { config, bare: toSluiceError(bareError) };
    }
  }
}

function brokenChecks({ config, bare }: Opened): readonly Check[] {
  if (config === undefined) return [];
  if (bare === undefined) return [brokenConfigCheck(config)];
  return [{ ...brokenConfigCheck(bare), id: 'store' }];
}
