import { SluiceError } from '@sluice/contracts';
import type {
  CatalogueCache,
  Json,
  ServerDefinition,
  UpstreamCall,
  UpstreamResult,
  UpstreamStatus,
  UpstreamTool,
} from '@sluice/contracts';
import { callerError } from './caller-error.js';
import { openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { definitionDigest } from './definition-digest.js';
import { isNestedDeeper } from './is-nested-deeper.js';
import type { LinkDependencies } from './link.js';
import { readResultText } from './read-result-text.js';
import type { ListedTool } from './read-tool.js';
import { createRedactor } from './redact.js';
import { redactJson } from './redact-json.js';
import { createRelister } from './relister.js';
import { retryGapMs } from './retry-gap.js';
import { createSavedTools } from './saved-tools.js';
import { tailOfFailure } from './tail-of-failure.js';
import { untilAborted } from './until-aborted.js';
import {
  cancelled,
  closing,
  needsTask,
  notStartable,
  tooDeep,
  tooManyValuesInText,
  tooSlow,
} from './upstream-refusals.js';
import { upstreamStatus } from './upstream-status.js';
import type { State } from './upstream-status.js';
import { maxResultDepth, unwrapResult } from './unwrap-result.js';

/** One configured upstream through all its connections. */
export interface Upstream {
  readonly name: string;
  status(): UpstreamStatus;
  tools(): readonly UpstreamTool[];
  /** Starts connecting where it is idle. */
  connect(): void;
  settled(signal: AbortSignal, retry?: boolean): Promise<UpstreamStatus>;
  call(request: UpstreamCall): Promise<UpstreamResult>;
  /** Takes what a definition says of it beside how it is started. */
  redefine(server: ServerDefinition): void;
  /** @param reason for callers whose calls are under way */
  close(reason?: string): Promise<void>;
}

/** What {@link createUpstream} needs. */
export interface UpstreamDependencies extends Omit<LinkDependencies, 'onListChanged' | 'redact'> {
  /** The end of the one before it, which must be over before this one starts. @default there was none */
  readonly after?: Promise<unknown>;
  readonly cache?: CatalogueCache;
  /** Called after any change of status or tools. */
  readonly onChange: () => void;
}

/** A connection that lived this long counts as healthy, and the next gap starts small. */
const healthyMs = 60_000;

/** Between two attempts that callers ask for, once a few have failed. */
const demandGapMs = 5_000;

/** Between two attempts that a look at a resting upstream causes. */
const nudgeGapMs = 30_000;

/**
 * Makes one upstream: idle → connecting → ready or failed. A failed one is tried again with growing
 * gaps and rests in the end; a call may try at once. Tools stay known while it is down.
 */
export function createUpstream(first: ServerDefinition, deps: UpstreamDependencies): Upstream {
  const { clock, logger } = deps;
  let server = first;
  const redact = createRedactor(server, deps.environment);
  const isStartable = notStartable(server) === undefined;
  let state: State = { kind: 'idle' };
  let listed: readonly ListedTool[] = [];
  let toolsFrom: UpstreamStatus['toolsFrom'] = 'none';
  let failures = 0;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let closeReason: string | undefined;
  /** Connections that are being ended. */
  const endings = new Set<Promise<void>>();

  const saved = createSavedTools(deps.cache, definitionDigest(server), clock);
  const cacheRead = isStartable ? readCache() : Promise.resolve();
  const relister = createRelister(clock, async () => {
    if (state.kind === 'ready') await list(state.connection);
  });

  async function readCache(): Promise<void> {
    const tools = await saved.read();
    if (tools === undefined || toolsFrom !== 'none' || isClosed) return;
    listed = tools.map((tool) => ({ tool, needsTask: false, hiddenCharacters: 0 }));
    toolsFrom = 'cache';
    deps.onChange();
  }

  function set(next: State): void {
    if (state.kind === 'failed') state.cancelRetry();
    state = next;
    deps.onChange();
  }

  function begin(): void {
    if (!isStartable || isClosed || state.kind === 'connecting' || state.kind === 'ready') return;
    const abort = new AbortController();
    lastAttempt = clock.monotonic();
    const stopTimer = clock.schedule(server.connectTimeoutMs, () => abort.abort(tooSlow(server)));
    const done = attempt(abort.signal).finally(stopTimer);
    set({ kind: 'connecting', done, abort });
  }

  /** One attempt: connect and list. Never rejects; leaves the state ready or failed. */
  async function attempt(signal: AbortSignal): Promise<void> {
    // Two processes of one server may not stand each other.
    await Promise.all([deps.after, ...endings]);
    let connection: Connection | undefined;
    try {
      const link = { ...deps, redact, onListChanged: () => relister.changed() };
      const opened = await openConnection(server, link, signal);
      if (!opened.ok) return fail(opened.error, opened.stderrTail);
      connection = opened.connection;
      await list(connection, signal);
      if (signal.aborted) throw signal.reason;
      become(connection);
    } catch (error) {
      const failure = signal.aborted ? (signal.reason as unknown) : error;
      const stderrTail = connection?.stderrTail() ?? tailOfFailure(failure);
      const known =
        failure instanceof SluiceError ? failure : await listFailure(connection, failure);
      await connection?.close();
      fail(known, stderrTail, connection?.noiseLines());
    }
  }

  async function listFailure(connection: Connection | undefined, error: unknown) {
    const why = await connection?.explain(error);
    const reason = redact(why?.reason ?? String(error));
    const message = `Cannot list the tools of upstream "${server.name}": ${reason}`;
    return new SluiceError('UPSTREAM_START', message, { hint: why?.hint, cause: error });
  }

  function become(connection: Connection): void {
    set({ kind: 'ready', connection, since: clock.monotonic() });
    void connection.closed.then(async () => {
      const why = await connection.explain();
      const message = redact(`Upstream "${server.name}" went away: ${why.reason}`);
      lose(connection, new SluiceError('UPSTREAM_CLOSED', message, { hint: why.hint }));
    });
  }

  /** The connection is of no more use; what it held is ended. */
  function lose(connection: Connection, error: SluiceError): void {
    if (isClosed || state.kind !== 'ready' || state.connection !== connection) return;
    if (clock.monotonic() - state.since >= healthyMs) failures = 0;
    fail(error, connection.stderrTail(), connection.noiseLines());
    const ending = connection.close().finally(() => endings.delete(ending));
    endings.add(ending);
  }

  function fail(error: SluiceError, stderrTail?: string, noiseLines?: number): void {
    if (isClosed) return;
    failures += 1;
    const gapMs = retryGapMs(failures);
    const cancelRetry = gapMs === undefined ? () => undefined : clock.schedule(gapMs, begin);
    logger.warn(error.message, { upstream: server.name, failures, retryInMs: gapMs ?? null });
    set({
      kind: 'failed',
      error,
      cancelRetry,
      ...(stderrTail !== undefined && { stderrTail }),
      ...(noiseLines !== undefined && { noiseLines }),
      ...(gapMs !== undefined && { retryAt: clock.now() + gapMs }),
    });
  }

  async function list(connection: Connection, signal?: AbortSignal): Promise<void> {
    const limit = new AbortController();
    const stopTimer = clock.schedule(server.connectTimeoutMs, () => limit.abort(tooSlow(server)));
    const signals = signal === undefined ? [limit.signal] : [limit.signal, signal];
    try {
      const { tools, problems } = await connection.listTools(AbortSignal.any(signals));
      for (const problem of problems) logger.warn(problem, { upstream: server.name });
      if (isClosed) return;
      listed = tools;
      toolsFrom = 'live';
      deps.onChange();
      saved.save(tools.map(({ tool }) => tool));
    } finally {
      stopTimer();
    }
  }

  /** Whether a caller who needs it may have a failed one tried again at once. */
  function mayTryAgain(): boolean {
    if (state.kind !== 'failed') return false;
    return failures < 3 || clock.monotonic() - lastAttempt >= demandGapMs;
  }

  /** The live connection, connecting where that may help. */
  async function live(signal: AbortSignal): Promise<Connection> {
    const refusal = notStartable(server);
    if (refusal !== undefined) throw refusal;
    if (isClosed) throw closing(server, closeReason);
    if (state.kind === 'idle' || mayTryAgain()) begin();
    const current = state as State;
    if (current.kind === 'connecting') await untilAborted(current.done, signal);
    const next = state as State;
    if (next.kind === 'ready') return next.connection;
    if (isClosed) throw closing(server, closeReason);
    if (next.kind === 'failed') throw callerError(next.error);
    return live(signal);
  }

  async function call(request: UpstreamCall): Promise<UpstreamResult> {
    const orCancelled = (error: unknown) => {
      throw request.signal.aborted ? cancelled(server, request.rawName) : error;
    };
    for (let isAgain = false; ; isAgain = true) {
      const connection = await live(request.signal).catch(orCancelled);
      const known = listed.find(({ tool }) => tool.rawName === request.rawName);
      if (known?.needsTask === true) throw needsTask(server, request.rawName);
      const outcome = await connection.call(request, known?.tool);
      if (outcome.ok) {
        failures = 0;
        const { result, sizeBytes, depth } = outcome.answer;
        // The message is a level around its result.
        if (
          depth === undefined ? isNestedDeeper(result, maxResultDepth) : depth > maxResultDepth + 1
        )
          throw tooDeep(server, request.rawName);
        return await unwrapResult(await withoutSecrets(result), sizeBytes, (text) =>
          readResultText(text, {
            maxValues: deps.maxMessageValues,
            tooMany: (values) =>
              tooManyValuesInText(server, request.rawName, values, deps.maxMessageValues),
            pause: clock.pause,
          }),
        );
      }
      if (isClosed) throw closing(server, closeReason);
      if (outcome.isLost) lose(connection, outcome.error);
      if (!outcome.neverRan || !outcome.isLost || isAgain) throw outcome.error;
    }
  }

  /** A result is what the server says; a failure may be a stack trace with all that it was started with. */
  async function withoutSecrets(result: Json): Promise<Json> {
    const isFailure = typeof result === 'object' && result !== null && 'isError' in result;
    if (!isFailure || result['isError'] !== true) return result;
    return redactJson(result, redact, clock.pause);
  }

  const status = () =>
    upstreamStatus(server, state, redact, {
      toolsFrom,
      toolCount: isStartable ? listed.length : 0,
    });

  return {
    name: first.name,
    status,
    tools: () => (isStartable ? listed.map(({ tool }) => tool) : []),
    connect: () => {
      if (state.kind === 'idle') begin();
    },
    async settled(signal, retry = false) {
      await untilAborted(cacheRead, signal);
      if (state.kind === 'idle' || (retry && mayTryAgain())) begin();
      // A look at a resting upstream has it tried again, for the next look.
      const isResting = state.kind === 'failed' && state.retryAt === undefined;
      if (isResting && clock.monotonic() - lastAttempt >= nudgeGapMs) begin();
      else if (state.kind === 'connecting') await untilAborted(state.done, signal);
      return status();
    },
    call,
    redefine: (next) => void (server = next),
    async close(reason) {
      if (isClosed) return;
      isClosed = true;
      closeReason = reason;
      relister.close();
      if (state.kind === 'failed') state.cancelRetry();
      if (state.kind === 'ready') await state.connection.close();
      if (state.kind === 'connecting') {
        state.abort.abort(closing(server, closeReason));
        await state.done;
      }
      await Promise.all([...endings, saved.finish()]);
    },
  };
}
