import { randomUUID } from 'node:crypto';
import { readExposeFlag } from '@sluice/config';
import {
  createCatalogueView,
  createGate,
  createResultMemory,
  createRunCode,
  createSearchTools,
  createSession,
  jobs,
} from '@sluice/core';
import type { Session } from '@sluice/core';
import { maxJsonValues } from '@sluice/json-text';
import { createProgramChecker } from '@sluice/program-check';
import { createDenoRunner } from '@sluice/runner-host';
import { createUpstreamRegistry } from '@sluice/upstream-registry';
import { createWorkbench } from '@sluice/workbench';
import { assembleTools } from './assemble-tools.js';
import { createConfigLoader } from './config-loader.js';
import { createConfigReload } from './config-reload.js';
import { createRequestStates } from './exchange/request-states.js';
import type { Gateway } from './gateway.js';
import type { GatewayOptions } from './gateway-options.js';
import { createLiveSettings } from './live-settings.js';
import { nodeFileWatch } from './node-file-watch.js';
import { createLongArguments } from './long-arguments.js';
import { openConsents } from './open-consents.js';
import { openStores } from './open-stores.js';
import { placeOfConfig } from './place-of-config.js';
import { createPolicyDesk } from './policy-desk.js';
import { presentSearch } from './present/present-search.js';
import { createServerDesk } from './server-desk.js';
import { createPublish } from './publish-question.js';
import { watchIdleRules } from './watch-idle-rules.js';

/**
 * Joins core and IO into a gateway. Nothing is started: upstreams connect when they are asked for or
 * with `upstreams.connectAll()`, runners with `runner.warm()` or with the first run, threads with
 * `workbench.warm()` or with the first job that needs one.
 *
 * @throws SluiceError `CONFIG_*` when the configuration or a policy rule is wrong, `USAGE` when `expose` or `compat` is.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { environment, logger, note, version } = options;
  const { clock, variables } = environment;
  const loader = createConfigLoader(options);
  const first = loader.first();
  for (const warning of first.warnings) note(`sluice: warning: ${warning}`);
  const live = createLiveSettings(first);
  const { settings, policy } = live;
  const expose = options.expose === undefined ? settings.expose : readExposeFlag(options.expose);

  const stores = await openStores(environment, settings, logger);
  const { store, history, learnt } = stores;
  const upstreams = createUpstreamRegistry({
    servers: [],
    clock,
    logger,
    cache: stores.catalogue,
    environment: variables,
    clientInfo: { name: 'sluice', version },
    platform: environment.platform,
    maxMessageValues: maxJsonValues(settings.results.maxResultBytes),
  });
  const runner = createDenoRunner({
    runnerUrl: options.runnerUrl,
    windows: stores.windows.open,
    sandbox: settings.sandbox,
    clock,
    logger,
    environment: variables,
  });

  const view = createCatalogueView({
    shapeOf: learnt.shapeOf,
    upstreams,
    policy,
    exists: live.exists,
    namingOf: live.namingOf,
    basis: live.basis,
  });
  const desk = createServerDesk({
    upstreams,
    homeFolder: environment.homeFolder,
    isConfigured: (name) => live.server(name) !== undefined,
  });
  const policyDesk = createPolicyDesk({ policy, view, upstreams, history, settings });
  const stopWatching = watchIdleRules({ upstreams, policyDesk, note });
  const workbench = createWorkbench({ jobs, workerUrl: options.workerUrl, clock, logger });

  const configPlace = placeOfConfig(settings, options);
  const { consents, trust } = openConsents({
    live,
    desk,
    upstreams,
    store: stores.consents,
    environment,
    logger,
  });
  await trust.configure(settings.servers, 'the configuration was read');
  const reload = createConfigReload({
    config: options,
    loader,
    first,
    live,
    trust,
    files: nodeFileWatch,
    logger,
    note,
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
    concurrencyOf: live.concurrencyOf,
    maxValueBytes: settings.results.maxResultBytes,
  });
  const searchTools = createSearchTools({ view, upstreams, clock, consents });
  const search = async (query: string | readonly string[], limit: number | undefined) =>
    textOf(presentSearch(await searchTools({ query, limit })));
  const checkerUrl = new URL('checker.mjs', options.workerUrl);
  const checker = createProgramChecker({ checkerUrl, clock, logger });
  const runCode = createRunCode({
    checker,
    store,
    files: stores.files,
    logs: stores.logs,
    usage: stores.usage,
    settings,
    clock,
    logger,
    runner,
    upstreams,
    view,
    policy,
    gate,
    consents,
    workbench,
    search,
    rulesPlace: configPlace,
    newId: randomUUID,
  });

  const tools = assembleTools({
    live,
    trust,
    problems: reload.problems,
    expose,
    dynamicServers: options.dynamicServers ?? true,
    clock,
    note,
    upstreams,
    view,
    gate,
    consents,
    store,
    workbench,
    desk,
    usage: stores.usage,
    runCode,
    searchTools,
    publish: createPublish({ store: stores.consents, clock, logger }),
    configPlace,
  });
  const { table } = tools;
  const memory = createResultMemory({ store });
  const sessions = new Set<Session>();
  const closeSession = async (session: Session) => {
    sessions.delete(session);
    tools.endSession(session.id);
    session.results.clear();
    await stores.endSession(session.id);
  };
  let closing: Promise<void> | undefined;

  return {
    settings,
    configPlace,
    version,
    upstreams,
    attend() {
      trust.publish();
      reload.watch();
    },
    reload: reload.reload,
    problems: reload.problems,
    runner,
    workbench,
    async warmChecker() {
      if (settings.check !== 'off') await checker.warm();
    },
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
        reload.close();
        view.close();
        await Promise.allSettled([
          ...[trust, runner, workbench, checker].map((one) => one.close()),
        ]);
        await upstreams.close().catch(() => undefined);
        await Promise.allSettled([...sessions].map(closeSession));
        await stores.close();
      })();
      return closing;
    },
  };
}

function textOf({
  content,
}: {
  readonly content: readonly { readonly [key: string]: unknown }[];
}): string {
  return content.map((block) => String(block.text ?? '')).join('\n');
}
