import { randomUUID } from 'node:crypto';
import type {
  Clock,
  ResultStore,
  ToolGroup,
  UsageHistory,
  UpstreamView,
  Workbench,
} from '@sluice/contracts';
import {
  createDirectCall,
  createInspectResult,
  createListServers,
  createListTools,
  createPipeResult,
  createReadResult,
  createReleaseResult,
  createResultModes,
  createSearchResult,
  createSelectResult,
  pipeArguments,
} from '@sluice/core';
import type { CatalogueView, Consents, createSearchTools, Gate, RunCode } from '@sluice/core';
import { awaitTools } from './await-tools.js';
import { createAskingCalls } from './exchange/asking-calls.js';
import { createAskingRuns } from './exchange/asking-runs.js';
import { createAskingTrust } from './exchange/asking-trust.js';
import { createAskingServers } from './exchange/asking-servers.js';
import { createConsentTurns } from './exchange/consent-turns.js';
import { describeCatalogue } from './present/describe-catalogue.js';
import { envelopeFor } from './present/envelopes.js';
import type { LiveSettings } from './live-settings.js';
import type { Publish } from './publish-question.js';
import type { ServerDesk } from './server-desk.js';
import type { TrustDesk } from './trust-desk.js';
import { createDirectRows } from './tools/direct-rows.js';
import { createDirectTools } from './tools/direct-tools.js';
import type { DirectTools } from './tools/direct-tools.js';
import { executeCodeRow } from './tools/execute-code.js';
import { logRows } from './tools/log-rows.js';
import { modeRows } from './tools/mode-rows.js';
import { newServerRows } from './tools/new-server-rows.js';
import { resultRows } from './tools/result-rows.js';
import { runCodeRow } from './tools/run-code.js';
import { searchToolsRow } from './tools/search-tools.js';
import { serverRows } from './tools/server-rows.js';
import type { ToolRow } from './tools/tool-row.js';
import { createToolTable } from './tools/tool-table.js';
import type { ToolTable } from './tools/tool-table.js';
import { toolpipeResultRows } from './tools/toolpipe-result-rows.js';
import { toolpipeServerRows } from './tools/toolpipe-server-rows.js';

/** What {@link assembleTools} joins. */
export interface ToolParts {
  readonly live: LiveSettings;
  readonly trust: TrustDesk;
  /** Configuration files that cannot be used as they are now, one line each. */
  readonly problems: () => readonly string[];
  /** Groups that clients see. */
  readonly expose: readonly ToolGroup[];
  /** Whether there are tools that add, approve and remove servers. */
  readonly dynamicServers: boolean;
  readonly clock: Clock;
  /** Takes one line for the operator. */
  readonly note: (line: string) => void;
  readonly upstreams: UpstreamView;
  readonly view: CatalogueView;
  readonly gate: Gate;
  readonly consents: Consents;
  readonly store: ResultStore;
  readonly workbench: Workbench;
  readonly desk: ServerDesk;
  /** Remembers what runs and calls moved. */
  readonly usage: Pick<UsageHistory, 'add'>;
  readonly runCode: RunCode;
  readonly searchTools: ReturnType<typeof createSearchTools>;
  readonly publish: Publish;
  /** The configuration file, for hints. */
  readonly configPlace: string;
}

/** All tools, in all groups, over their use cases. */
export interface AssembledTools {
  readonly table: ToolTable;
  /** Settles when the list has what it can have. Never rejects. */
  ready(signal: AbortSignal): Promise<void>;
  /** Withdraws the session's questions and kills its runs that wait. */
  endSession(sessionId: string): void;
}

/** Names of the tools that are gone without dynamic servers, as in ToolPipe. */
const changesServers = /^(?:toolpipe_)?(?:approve|add|remove)_server$/;

/** Makes the one table of tools: rows of all groups, and of them those that clients see. */
export function assembleTools(parts: ToolParts): AssembledTools {
  const { live, trust, problems, expose, clock, upstreams, view, gate, consents } = parts;
  const { settings, policy } = live;
  const { store, workbench, desk, usage, runCode, searchTools, configPlace } = parts;
  const timeoutMs = settings.consent.timeoutSeconds * 1000;

  const consentTurns = createConsentTurns({
    publish: parts.publish,
    clock,
  });
  const askingTrust = createAskingTrust({
    trust,
    upstreams,
    clock,
    newId: randomUUID,
    timeoutMs,
  });
  const runs = createAskingRuns({
    trust: askingTrust,
    runCode,
    consentTurns,
    clock,
    newId: randomUUID,
    timeoutMs,
  });
  const askingServers = createAskingServers({
    desk,
    clock,
    newId: randomUUID,
    timeoutMs,
  });
  const questions = { settings, clock, store, workbench };
  const modes = createResultModes({ settings: settings.results, view });
  const resultCases = {
    inspect: createInspectResult(questions),
    read: createReadResult(questions),
    select: createSelectResult(questions),
    search: createSearchResult(questions),
    release: createReleaseResult(questions),
  };
  const callOptions = {
    ...questions,
    view,
    upstreams,
    policy,
    gate,
    consents,
    usage,
    newId: randomUUID,
    rulesPlace: configPlace,
  };
  const calls = createAskingCalls({
    directCall: createDirectCall({ ...callOptions, modes }),
    pipeResult: createPipeResult(callOptions),
    consentTurns,
  });
  const envelope = envelopeFor(expose);
  const listServers = createListServers({ upstreams, clock });
  const ownRows = [
    searchToolsRow(searchTools, askingTrust, problems),
    runCodeRow(runs, () => describeCatalogue({ view, upstreams, ...settings.catalogue })),
    ...resultRows(resultCases, calls, clock.now),
    ...logRows(() => settings.results.inlineMaxBytes),
    ...serverRows({
      problems,
      listServers,
      listTools: createListTools({ view, upstreams, clock }),
    }),
    ...newServerRows({ desk, asking: askingServers, askingTrust, trust, configPlace }),
    ...modeRows(modes),
    executeCodeRow(runs, () =>
      describeCatalogue({ view, upstreams, ...settings.catalogue, finder: 'list_tools' }),
    ),
    ...toolpipeResultRows({
      cases: resultCases,
      argumentsOf: (request, by) => pipeArguments(request, questions, by),
      calls,
      directTools: () => directTools,
      envelope,
    }),
    ...toolpipeServerRows({
      desk,
      asking: askingServers,
      askingTrust,
      trust,
      modes,
      listServers,
      upstreams,
      serverOf: live.server,
      configPlace,
    }),
  ];
  const isShown = ({ name, group, alsoIn = [] }: ToolRow) =>
    [group, ...alsoIn].some((one) => expose.includes(one)) &&
    (parts.dynamicServers || !changesServers.test(name));
  const rows = ownRows.filter(isShown);
  const directTools: DirectTools = createDirectTools({
    view,
    serverOf: live.server,
    reserved: new Set(ownRows.map(({ name }) => name)),
    note: parts.note,
  });
  const upstreamRows = createDirectRows({
    directTools,
    calls,
    modes,
    canSetModes: expose.some((group) => group === 'modes' || group === 'toolpipe'),
    envelope,
  });
  const hasDirect = expose.some((group) => group === 'direct' || group === 'toolpipe');
  const table = createToolTable(rows, { upstreams, clock, ...(hasDirect && { upstreamRows }) });

  return {
    table,
    ready: async (signal) => {
      if (hasDirect) await awaitTools({ upstreams, clock }, signal);
    },
    endSession(sessionId) {
      runs.endSession(sessionId);
      consentTurns.endSession(sessionId);
      askingTrust.endSession(sessionId);
    },
  };
}
