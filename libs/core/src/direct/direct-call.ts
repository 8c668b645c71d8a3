import type {
  Clock,
  ConsentQuestion,
  ContentBlock,
  Json,
  JsonObject,
  ProgramVisibleError,
  ResultStore,
  RunProgress,
  Settings,
  ToolId,
  UpstreamResult,
  UsageHistory,
  Workbench,
} from '@sluice/contracts';
import type { Policy } from '@sluice/policy';
import type { Consents, GivenAnswer } from '../consent/consents.js';
import type { OnceApprovals } from '../consent/once-approvals.js';
import { permitCall } from '../consent/permit-call.js';
import type { CatalogueView } from '../catalogue-view.js';
import type { Explanation } from '../explain-unknown-tool.js';
import { awaitTool } from '../find-called-tool.js';
import type { ToolLookup } from '../find-called-tool.js';
import { noApprovals } from '../consent/once-approvals.js';
import type { JournalEntry } from '../journal.js';
import type { Gate } from '../nested-call.js';
import type { PipedArguments } from '../results/pipe-arguments.js';
import { refusing } from '../results/result-refusal.js';
import type { ResultRefusal } from '../results/result-refusal.js';
import { createSemaphore } from '../semaphore.js';
import type { Session } from '../session.js';
import type { ShapedValue } from '../shaped-value.js';
import { sizeOfShown } from '../size-of-shown.js';
import type { ResultModes } from './result-modes.js';
import { shapeAnswer } from './shape-answer.js';

/** What {@link createDirectCall} needs. */
export interface DirectCallOptions extends ToolLookup {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly store: ResultStore;
  readonly workbench: Workbench;
  readonly view: CatalogueView;
  readonly policy: Policy;
  readonly gate: Gate;
  readonly consents: Consents;
  readonly modes: ResultModes;
  /** Remembers what calls moved. @default nobody does */
  readonly usage?: Pick<UsageHistory, 'add'>;
  /** A fresh, unguessable id for each call. */
  readonly newId: () => string;
  /** Where the user keeps the rules, for hints: the path of the configuration file. */
  readonly rulesPlace: string;
}

/** A tool that a client calls itself, without a program. */
export interface DirectRequest {
  readonly toolId: ToolId;
  readonly args: JsonObject;
  /** Where `args` were selected from: what a question shows in the place of many. */
  readonly piped?: PipedArguments | undefined;
  /** What a person said to the question that this call was answered with before. */
  readonly answer?: GivenAnswer | undefined;
}

/** Whose call it is. */
export interface DirectContext {
  readonly session: Session;
  /** Aborting it cancels the call upstream. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
}

/** What became of a direct call. */
export type DirectReport =
  /** As the upstream sent it, an error of the tool included. */
  | { readonly status: 'passed'; readonly result: UpstreamResult }
  /** The result was kept: what stands in its place, and its media, which were not. */
  | {
      readonly status: 'kept';
      readonly value: ShapedValue;
      readonly media: readonly ContentBlock[];
      readonly isError: boolean;
    }
  | { readonly status: 'failed'; readonly error: ProgramVisibleError }
  /** `reason`: for whoever cannot ask. */
  | { readonly status: 'asks'; readonly question: ConsentQuestion; readonly reason: Explanation }
  | ({ readonly status: 'denied' } & Explanation)
  | ResultRefusal;

/** Calls one tool for a client; never rejects for what a peer does. */
export type DirectCall = (request: DirectRequest, context: DirectContext) => Promise<DirectReport>;

/**
 * Makes the use case behind the group `direct`. A call is held to the same rules as a program that makes it
 * and nothing else: what the rules leave to a person is asked with that program; then the call passes the
 * gate, and its result the shaper.
 */
export function createDirectCall(options: DirectCallOptions): DirectCall {
  const { modes } = options;
  return async (request, context) => {
    const { toolId, args, piped, answer } = request;
    const { session, signal } = context;
    const tool = await awaitTool(toolId, options, signal);
    // The gate says what is wrong with the name.
    if (tool === undefined) return pass(request, noApprovals, 'auto', options, context);

    const permit = await permitCall({ tool, args, piped, answer }, { ...options, session });
    switch (permit.status) {
      case 'asks':
        return permit;
      case 'refused':
        return { ...permit.reason, status: 'denied' };
      case 'start':
        return pass(request, permit.once, modes.modeOf(session, tool), options, context);
    }
  };
}

async function pass(
  { toolId, args }: DirectRequest,
  once: OnceApprovals,
  mode: ReturnType<ResultModes['modeOf']>,
  options: DirectCallOptions,
  { session, signal, onProgress }: DirectContext,
): Promise<DirectReport> {
  const { gate, clock, settings, newId } = options;
  let result: UpstreamResult | undefined;
  let made: JournalEntry | undefined;
  const runId = newId();
  const reply = await gate(
    { toolId, args: args as Json, raw: true },
    {
      session,
      runId,
      record: (entry) => void (made = entry),
      once,
      signal,
      endsAt: clock.monotonic() + settings.sandbox.timeoutSeconds * 1000,
      slots: createSemaphore(1),
      receive: (received) => (result = received),
      onProgress: ({ progress, total, message }) =>
        onProgress?.({
          done: progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        }),
    },
  );
  if (result === undefined || (!reply.ok && reply.error.code !== 'TOOL_FAILED'))
    return { status: 'failed', error: reply.ok ? lost : reply.error };
  const received = result;
  return refusing(async () => {
    const by = { session, signal };
    const report = await shapeAnswer(received, mode, toolId, options, by);
    const argsBytes = made?.argsBytes ?? 0;
    const shownBytes = report.status === 'kept' ? sizeOfShown(report.value) : received.sizeBytes;
    const moved = {
      calls: 1,
      directBytes: argsBytes + received.sizeBytes,
      contextBytes: argsBytes + shownBytes,
    };
    session.meter.add(moved);
    const about = { runId, source: 'direct', sessionId: session.id, at: clock.now() };
    options.usage?.add({ ...moved, ...about });
    return report;
  });
}

const lost: ProgramVisibleError = {
  name: 'Error',
  code: 'INTERNAL',
  message: 'The tool answered, but its result got lost inside Sluice',
};
