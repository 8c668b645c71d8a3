import type {
  CallHistory,
  CallReply,
  Clock,
  Json,
  Logger,
  ProgramCall,
  ResultStore,
  UpstreamCall,
  UpstreamPort,
  UpstreamResult,
} from '@sluice/contracts';
import { onAbort, SluiceError } from '@sluice/contracts';
import { decideCall, describeRule } from '@sluice/policy';
import type { Policy } from '@sluice/policy';
import type { CatalogueTool } from '@sluice/search-index';
import { CallError, ofEndedRun, refuseAfterEnd, withTool } from './call-error.js';
import type { CatalogueView } from './catalogue-view.js';
import type { Consents } from './consent/consents.js';
import type { OnceApprovals } from './consent/once-approvals.js';
import { checkAgainstSchema } from './check-against-schema.js';
import { checkArguments, checkTimeout } from './check-arguments.js';
import { checkSize, refuseError } from './check-result.js';
import { explainRefusal } from './explain-refusal.js';
import { findCalledTool } from './find-called-tool.js';
import type { JournalEntry, OpenCall } from './journal.js';
import type { LearntShapes } from './learnt-shapes.js';
import { logDefect } from './log-defect.js';
import { keepMedia } from './media/keep-media.js';
import { createSemaphore } from './semaphore.js';
import type { Semaphore } from './semaphore.js';
import type { Session } from './session.js';
import { firstLine, signatureLine } from './signature-line.js';
import { sizeOfArguments } from './size-of-arguments.js';
import type { ArgumentsSize } from './size-of-arguments.js';

/** What {@link createGate} needs. */
export interface GateOptions {
  readonly view: CatalogueView;
  readonly policy: Policy;
  readonly consents: Consents;
  readonly upstreams: UpstreamPort;
  /** Takes the media of results, so that no base64 goes on from here. */
  readonly store: Pick<ResultStore, 'put'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Nested calls at once to one upstream (`ServerDefinition.concurrency`). */
  readonly concurrencyOf: (server: string) => number;
  /** Largest arguments and largest result of one call, in bytes (`results.maxResultBytes`). */
  readonly maxValueBytes: number;
  /** Where the user keeps the rules, for hints: the path of the configuration file. */
  readonly rulesPlace: string;
  /** Learns the shapes of results. */
  readonly learnt?: Pick<LearntShapes, 'learn'>;
  /** Remembers every decision. */
  readonly history?: Pick<CallHistory, 'add'>;
}

/** Whose call it is, and what bounds it. */
export interface CallContext {
  readonly session: Session;
  readonly runId: string;
  /** What a person has allowed this run. */
  readonly once: OnceApprovals;
  /** Aborted when the run ends. No call is sent afterwards. */
  readonly signal: AbortSignal;
  /** When the run's time is up, by `clock.monotonic()`. */
  readonly endsAt: number;
  /** The slots of the run (`sandbox.maxParallelCalls`). */
  readonly slots: Semaphore;
  /** Told of every state of the call's journal entry. */
  readonly record?: (entry: JournalEntry) => void;
  /**
   * Told of what the upstream answered, an error of the tool included, as it came; in its `value` media are
   * handles. Not told of what is too large.
   */
  readonly receive?: (result: UpstreamResult) => void;
  /** Told of the progress that the upstream reports. */
  readonly onProgress?: UpstreamCall['onProgress'];
}

/** Passes one nested call. Never rejects: refusals and failures are replies. */
export type Gate = (call: ProgramCall, context: CallContext) => Promise<CallReply>;

/**
 * Makes the gate: the one function that every nested call passes, whoever makes it. In order: the
 * tool is looked up, the rules decide, or where they leave it to a person what people have approved;
 * the arguments are held against the tool's schema; the call waits for a slot of its run and then of its upstream, it is sent, its media go to the store, and the
 * journal keeps what became of it. A tool that changed while its call waited is decided on again.
 *
 * Codes of its refusals and failures: `TOOL_UNKNOWN`, `TOOL_ARGUMENTS`, `TOOL_FAILED`,
 * `POLICY_DENIED`, `POLICY_NEEDS_APPROVAL`, `CONSENT_UNREADABLE`, `CALL_TIMEOUT`, `CALL_CANCELLED`, `RESULT_TOO_LARGE`,
 * `UPSTREAM_*`, `USAGE`, `INTERNAL`.
 */
export function createGate(options: GateOptions): Gate {
  const { view, policy, consents, upstreams, clock, logger, maxValueBytes } = options;
  const slotsOf = createUpstreamSlots(options.concurrencyOf);

  return async (call, context) => {
    const { signal, runId, session, record } = context;
    const args = call.args ?? {};
    const size = sizeOfArguments(args, clock);
    const toolId = firstLine(call.toolId, 200);
    const open = session.journal.open({ runId, toolId, argsBytes: size.now ?? 0, clock }, record);
    const ignoreAbort = onAbort(signal, () => endWithRun(open));
    try {
      const result = await pass({ ...call, args }, size, context, open);
      open.end({ state: 'done', resultBytes: result.sizeBytes });
      const { value, valueText, sizeBytes } = result;
      session.results.remember({ n: open.entry().n, toolId, value, valueText, sizeBytes });
      if (call.raw === true) return { ok: true, value: result.raw };
      return { ok: true, value, ...(valueText === undefined ? {} : { valueText }) };
    } catch (error) {
      if (signal.aborted) return { ok: false, error: { name: 'ToolError', ...ofEndedRun } };
      if (!(error instanceof CallError))
        logDefect(logger, 'A nested call failed inside Sluice', error, { runId, toolId });
      const { visible, state, resultBytes } = error instanceof CallError ? error : defect(toolId);
      const { code, message } = visible;
      open.end({ state, resultBytes, error: { code, message } });
      return { ok: false, error: visible };
    } finally {
      ignoreAbort();
    }
  };

  /** The steps of one call. Throws {@link CallError}, or whatever else goes wrong. */
  async function pass(
    call: ProgramCall,
    size: ArgumentsSize,
    context: CallContext,
    open: OpenCall,
  ): Promise<UpstreamResult> {
    refuseAfterEnd(context.signal);
    const callTimeoutMs = checkTimeout(call);
    let tool = await findCalledTool(call.toolId, options, context.signal);
    open.identify({ server: tool.server, tool: tool.name });
    await refuseUnlessAllowed(tool, call.args, context);
    const signature = () => `The tool is called as ${signatureLine(view.catalogue(), tool)}`;
    const argsBytes = size.now ?? (await size.measure());
    open.measured(argsBytes ?? 0);
    checkArguments(call.args, argsBytes, tool, { maxValueBytes, signature });
    checkAgainstSchema(call.args, tool, signature);
    const release = await takeSlots(context, slotsOf(tool.server));
    try {
      const now = view.catalogue().byId(tool.id);
      if (now !== undefined && now.tool !== tool.tool) {
        tool = now;
        await refuseUnlessAllowed(tool, call.args, context);
        checkAgainstSchema(call.args, tool, signature);
      }
      refuseAfterEnd(context.signal);
      open.sent();
      const answer = await upstreams.call({
        server: tool.server,
        rawName: tool.tool.rawName,
        args: call.args,
        timeoutMs: Math.max(1, Math.min(callTimeoutMs, context.endsAt - clock.monotonic())),
        signal: context.signal,
        // Asking for progress lets an upstream that reports it keep a long call alive.
        onProgress: context.onProgress ?? (() => undefined),
      });
      checkSize(answer, tool, maxValueBytes);
      const { result, failure } = await keepMedia(answer, {
        store: options.store,
        sessionId: context.session.id,
        source: tool.id,
      });
      if (failure !== undefined) {
        logDefect(logger, 'Media of a result could not be kept', failure, { toolId: tool.id });
        open.remark('sent media that could not be kept: its handle has no reference');
      }
      context.receive?.({ ...answer, value: result.value });
      refuseError(result, tool, signature);
      options.learnt?.learn(tool, result.value);
      if (tool.tool.outputSchema !== undefined && result.structuredContent === undefined)
        open.remark('declares an output schema, but sent no structured content: its text was read');
      return result;
    } catch (error) {
      throw withTool(error, tool, signature);
    } finally {
      release();
    }
  }

  /** @throws CallError unless a rule allows the call or, where the rules ask, a person has. */
  async function refuseUnlessAllowed(tool: CatalogueTool, args: Json, by: CallContext) {
    const decision = decideCall(policy, tool, args);
    options.history?.add({
      at: clock.now(),
      sessionId: by.session.id,
      toolId: tool.id,
      rawId: tool.rawId,
      action: decision.action,
      ...(decision.rule && { rule: describeRule(decision.rule) }),
    });
    if (decision.action === 'allow') return;
    const approval = decision.action === 'ask' ? await approvalOf({ tool, args }, by) : 'none';
    if (approval === 'covered') return;
    const refused = { tool, decision, hasChanged: approval === 'changed' };
    const reason = explainRefusal('call', [refused], options.rulesPlace);
    const names = { server: tool.server, tool: tool.name };
    throw new CallError({ name: 'PolicyError', ...reason, ...names }, 'refused');
  }

  async function approvalOf(call: { tool: CatalogueTool; args: Json }, by: CallContext) {
    try {
      return await consents.stateOf(call, by);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      const { code, message, hint } = error;
      const said = { code, message, ...(hint === undefined ? {} : { hint }) };
      const names = { server: call.tool.server, tool: call.tool.name };
      throw new CallError({ name: 'PolicyError', ...said, ...names }, 'refused');
    }
  }
}

/** A slot of the run first: a run that waits for one must not hold an upstream that others want. */
async function takeSlots(context: CallContext, upstream: Semaphore): Promise<() => void> {
  const releaseRun = await context.slots.acquire(context.signal);
  try {
    const releaseUpstream = await upstream.acquire(context.signal);
    return () => {
      releaseUpstream();
      releaseRun();
    };
  } catch (error) {
    releaseRun();
    throw error;
  }
}

/** The run is over: what was sent is cancelled, what waited is never sent. */
function endWithRun(open: OpenCall): void {
  const state = open.entry().state === 'running' ? 'cancelled' : 'unsent';
  open.end({ state, error: ofEndedRun });
}

function defect(toolId: string): CallError {
  return new CallError(
    {
      name: 'Error',
      code: 'INTERNAL',
      message: `Cannot call "${toolId}": something failed inside Sluice`,
      hint: 'The log of Sluice has the reason.',
    },
    'failed',
  );
}

function createUpstreamSlots(concurrencyOf: (server: string) => number) {
  const slots = new Map<string, { readonly limit: number; readonly semaphore: Semaphore }>();
  return (server: string): Semaphore => {
    // Calls under way go on by the limit that they started with.
    const limit = concurrencyOf(server);
    const known = slots.get(server);
    if (known?.limit === limit) return known.semaphore;
    const semaphore = createSemaphore(limit);
    slots.set(server, { limit, semaphore });
    return semaphore;
  };
}
