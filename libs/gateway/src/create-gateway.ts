import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { configCandidates, readCompatFlag, readExposeFlag, serverLimits } from '@sluice/config';
import type { Logger, Settings } from '@sluice/contracts';
import {
  createCatalogueView,
  createLearntShapes,
  createConsents,
  createDefinitionOf,
  createGate,
  createResultMemory,
  createRunCode,
  createSearchTools,
  createSession,
  jobs,
} from '@sluice/core';
import type { Session } from '@sluice/core';
import { maxJsonValues } from '@sluice/json-text';
import { createDenoRunner } from '@sluice/runner-host';
import {
  createCallHistory,
  createCatalogueCache,
  createFileStore,
  createLogArchive,
  createPrivateFolder,
  createResultStore,
  createShapeStore,
  createUsageHistory,
  sweepDeadFolders,
} from '@sluice/store';
import { createUpstreamRegistry } from '@sluice/upstream-registry';
import { createWorkbench } from '@sluice/workbench';
import { assembleTools } from './assemble-tools.js';
import { bareSettings } from './bare-settings.js';
import { compileRules } from './compile-rules.js';
import { userFolders } from './folders.js';
import { createRequestStates } from './exchange/request-states.js';
import type { Gateway } from './gateway.js';
import { loadSettings } from './load-settings.js';
import type { Environment } from './node-environment.js';
import { createLongArguments } from './long-arguments.js';
import { openConsentStore } from './open-consent-store.js';
import { createPolicyDesk } from './policy-desk.js';
import { presentSearch } from './present/present-search.js';
import { createServerDesk } from './server-desk.js';
import { createPublish } from './publish-question.js';
import { watchIdleRules } from './watch-idle-rules.js';

/** What {@link createGateway} needs. */
export interface GatewayOptions {
  readonly environment: Environment;
  /** The bundled Deno side, `runner.mjs`. */
  readonly runnerUrl: URL;
  /** The bundle of the threads beside the main one, `worker.mjs`. */
  readonly workerUrl: URL;
  /** The version that clients see. */
  readonly version: string;
  /** `--config`. */
  readonly configPath?: string;
  /** Reads no configuration: there are defaults and no servers. For those who look at what else is there. @default false */
  readonly isBare?: boolean;
  /** `--profile`: the preset that shows servers and tools. @default all of them */
  readonly profile?: string;
  /** `--expose`: groups of tools with commas between them, instead of those of the configuration. */
  readonly expose?: string;
  /** `--compat`: stands in for jsmcp, toolpipe or toolscript. */
  readonly compat?: string;
  readonly logger: Logger;
  /** Takes one line for the operator (warnings of the configuration). */
  readonly note: (line: string) => void;
}

/**
 * Joins core and IO into a gateway. Nothing is started: upstreams connect when they are asked for or
 * with `upstreams.connectAll()`, runners with `runner.warm()` or with the first run, threads with
 * `workbench.warm()` or with the first job that needs one.
 *
 * @throws SluiceError `CONFIG_*` when the configuration or a policy rule is wrong, `USAGE` when `expose` or `compat` is.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { environment, logger, version } = options;
  const { clock, variables } = environment;
  const compat = options.compat === undefined ? undefined : readCompatFlag(options.compat);
  const settings = options.isBare
    ? bareSettings(environment)
    : loadSettings(environment, {
        configPath: options.configPath,
        compat,
        profile: options.profile,
      });
  const expose = options.expose === undefined ? settings.expose : readExposeFlag(options.expose);
  const { policy, exists } = compileRules(settings, (line) =>
    options.note(`sluice: warning: ${line}`),
  );
  for (const warning of settings.warnings) options.note(`sluice: warning: ${warning}`);

  const folders = userFolders(environment);
  const store = createResultStore({
    folder: join(folders.state, 'results'),
    settings: settings.results,
    clock,
    logger,
  });
  const files = await createFileStore({
    folder: join(folders.state, 'files'),
    limits: fileLimits(settings),
    clock,
    logger,
  });
  const consentStore = openConsentStore(environment, logger);
  const upstreams = createUpstreamRegistry({
    servers: settings.servers,
    clock,
    logger,
    cache: createCatalogueCache({ folder: join(folders.cache, 'catalogue'), logger }),
    environment: variables,
    clientInfo: { name: 'sluice', version },
    platform: environment.platform,
    maxMessageValues: maxJsonValues(settings.results.maxResultBytes),
  });
  const windows = createPrivateFolder(join(folders.state, 'runners'), 'runners');
  await sweepDeadFolders(join(folders.state, 'runners'), logger);
  const runner = createDenoRunner({
    runnerUrl: options.runnerUrl,
    windows: windows.open,
    sandbox: settings.sandbox,
    clock,
    logger,
    environment: variables,
  });

  const history = createCallHistory({ folder: join(folders.state, 'calls'), clock, logger });
  const logs = createLogArchive({ folder: join(folders.state, 'logs'), clock, logger });
  const usage = createUsageHistory({ folder: join(folders.state, 'usage'), clock, logger });
  const learnt = createLearntShapes({
    store: createShapeStore({ path: join(folders.cache, 'shapes', 'shapes.json'), logger }),
    clock,
    hash: sha256,
  });
  const view = createCatalogueView({
    shapeOf: learnt.shapeOf,
    upstreams,
    policy,
    exists,
    namings: new Map(
      settings.servers.flatMap(({ name, naming }) => (naming ? [[name, naming]] : [])),
    ),
  });
  const { servers } = settings;
  const desk = createServerDesk({ upstreams, homeFolder: environment.homeFolder });
  const policyDesk = createPolicyDesk({ policy, view, upstreams, history, servers });
  const stopWatching = watchIdleRules({ upstreams, policyDesk, note: options.note });
  const workbench = createWorkbench({ jobs, workerUrl: options.workerUrl, clock, logger });

  const configPlace = placeOfConfig(settings, options);
  const consents = createConsents({
    store: consentStore,
    definitionOf: createDefinitionOf({
      serverOf: (name) => servers.find((server) => server.name === name) ?? desk.added(name),
      hash: sha256,
    }),
    clock,
    hash: sha256,
    newQuestionId: () => `q_${randomBytes(16).toString('hex')}`,
    workspace: realpathSync(environment.currentFolder),
    timeoutMs: settings.consent.timeoutSeconds * 1000,
  });
  const gate = createGate({
    view,
    policy,
    consents,
    upstreams,
    store,
    clock,
    logger,
    rulesPlace: configPlace,
    history,
    learnt,
    concurrencyOf: concurrencyOf(settings),
    maxValueBytes: settings.results.maxResultBytes,
  });
  const searchTools = createSearchTools({ view, upstreams, clock, consents });
  const search = async (query: string | readonly string[], limit: number | undefined) =>
    textOf(presentSearch(await searchTools({ query, limit })));
  const runCode = createRunCode({
    settings,
    clock,
    logger,
    runner,
    upstreams,
    store,
    files,
    view,
    policy,
    gate,
    consents,
    workbench,
    logs,
    usage,
    search,
    rulesPlace: configPlace,
    newId: randomUUID,
  });

  const tools = assembleTools({
    settings,
    expose,
    clock,
    note: options.note,
    upstreams,
    view,
    policy,
    gate,
    consents,
    store,
    workbench,
    desk,
    usage,
    runCode,
    searchTools,
    publish: createPublish({ store: consentStore, clock, logger }),
    configPlace,
  });
  const { table } = tools;
  const memory = createResultMemory({ store });
  const sessions = new Set<Session>();
  const closeSession = async (session: Session) => {
    sessions.delete(session);
    tools.endSession(session.id);
    session.results.clear();
    await Promise.all([store, files, consentStore].map((kept) => kept.endSession(session.id)));
  };
  let closing: Promise<void> | undefined;

  return {
    settings,
    configPlace,
    version,
    upstreams,
    runner,
    workbench,
    policyDesk,
    openSession(scope = {}) {
      const id = randomUUID();
      const { maxLogBytes } = settings.sandbox;
      const results = memory.forSession(id);
      const session = createSession(id, { maxLogBytes, ...scope, results });
      sessions.add(session);
      return session;
    },
    closeSession,
    exposed: expose,
    listTools: table.list,
    toolsReady: tools.ready,
    callTool: table.call,
    takeTurn: table.takeTurn,
    longArguments: createLongArguments(),
    requestStates: createRequestStates(),
    onToolsChanged: table.onChanged,
    close() {
      closing ??= (async () => {
        table.close();
        stopWatching();
        view.close();
        await Promise.allSettled([runner.close(), upstreams.close(), workbench.close()]);
        await Promise.allSettled([...sessions].map(closeSession));
        const kept = [store, files, history, learnt, logs, usage];
        await Promise.allSettled([...kept.map((one) => one.close()), windows.remove()]);
      })();
      return closing;
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Where the user adds a server or a rule: the file that was read, or the one to write. */
function placeOfConfig(
  settings: Settings,
  { environment: { platform, variables, homeFolder } }: GatewayOptions,
): string {
  const [file] = settings.files;
  if (file !== undefined) return file;
  const candidates = configCandidates({ platform, environment: variables, homeFolder });
  return candidates.kind === 'explicit' ? candidates.path : String(candidates.paths[0]);
}

/** Files that one session may have at once: a program that needs more of them should need an archive. */
const maxFiles = 1000;

function fileLimits({ sandbox, results }: Settings) {
  const { maxFileBytes } = sandbox;
  const { maxStoreBytes, ttlSeconds } = results;
  return { maxFileBytes, maxStoreBytes, ttlSeconds, maxFiles };
}

function concurrencyOf({ servers }: Settings): (server: string) => number {
  const limits = new Map(servers.map(({ name, concurrency }) => [name, concurrency]));
  return (server) => limits.get(server) ?? serverLimits.concurrency.default;
}

function textOf({
  content,
}: {
  readonly content: readonly { readonly [key: string]: unknown }[];
}): string {
  return content.map((block) => String(block.text ?? '')).join('\n');
}
