import type { ConsentQuestion, Json, JsonObject, ProgramVisibleError } from '@sluice/contracts';
import { jsonLength, utf8Length } from '@sluice/json-text';
import type { GivenAnswer } from '../consent/consents.js';
import { noApprovals } from '../consent/once-approvals.js';
import { permitCall } from '../consent/permit-call.js';
import type { Permit } from '../consent/permit-start.js';
import type { Explanation } from '../explain-unknown-tool.js';
import { awaitTool } from '../find-called-tool.js';
import { createSemaphore } from '../semaphore.js';
import type { JournalEntry } from '../journal.js';
import { shapeResult } from '../shape-result.js';
import type { ShapedValue } from '../shaped-value.js';
import { textOfValue } from '../text-of-value.js';
import { sizeOfShown } from '../size-of-shown.js';
import { pipeArguments } from './pipe-arguments.js';
import type { PipedArguments } from './pipe-arguments.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { PipeOptions, ResultContext } from './result-tools.js';

/** What became of a pipe: the value of the call, or why there is none. */
export type PipeReport =
  | { readonly status: 'done'; readonly value: ShapedValue }
  | { readonly status: 'failed'; readonly error: ProgramVisibleError }
  /** `reason`: for whoever cannot ask. */
  | { readonly status: 'asks'; readonly question: ConsentQuestion; readonly reason: Explanation }
  | ({ readonly status: 'denied' } & Explanation)
  | ResultRefusal;

/** Which data goes where. */
export interface PipeRequest extends PipedArguments {
  /** Id of the tool: `mcp__server__tool`. */
  readonly tool: string;
  /** What a person said to the question that this pipe was answered with before. */
  readonly answer?: GivenAnswer | undefined;
}

/** Moves data from a result into a tool, past the model. */
export type PipeResult = (request: PipeRequest, context: ResultContext) => Promise<PipeReport>;

/**
 * Makes the use case behind `pipe_result`: what the rules leave to a person is asked as it is for a direct call, and the
 * call passes the gate, as those of programs do.
 */
export function createPipeResult(options: PipeOptions): PipeResult {
  const { gate, clock, settings, newId, usage } = options;
  const shaper = { ...options, settings: settings.results };
  return ({ answer, ...request }, context) =>
    refusing(async () => {
      const { session, signal } = context;
      const args = await pipeArguments(request, options, context);
      const permit = await permitPipe({ ...request, answer }, args, options, context);
      if (permit.status === 'asks') return permit;
      if (permit.status === 'refused') return { ...permit.reason, status: 'denied' };
      const call = { toolId: request.tool, args };
      const runId = newId();
      let made: JournalEntry | undefined;
      const reply = await gate(call, {
        session,
        runId,
        record: (entry) => void (made = entry),
        once: permit.once,
        signal,
        endsAt: clock.monotonic() + settings.sandbox.timeoutSeconds * 1000,
        slots: createSemaphore(1),
      });
      if (!reply.ok) return { status: 'failed', error: reply.error };
      const form = textOfValue(reply.value);
      const result = { ...form, sizeBytes: utf8Length(form.text), signal };
      const place = { sessionId: session.id, source: request.tool };
      const value = await shapeResult(shaper, { ...result, ...place });
      const moved = {
        calls: 1,
        directBytes: (made?.argsBytes ?? 0) + (made?.resultBytes ?? 0),
        contextBytes: jsonLength(request as unknown as Json) + sizeOfShown(value),
      };
      session.meter.add(moved);
      usage?.add({
        ...moved,
        runId,
        source: 'pipe_result',
        sessionId: session.id,
        at: clock.now(),
      });
      return { status: 'done', value };
    });
}

async function permitPipe(
  request: PipeRequest,
  args: JsonObject,
  options: PipeOptions,
  { session, signal }: ResultContext,
): Promise<Permit> {
  const tool = await awaitTool(request.tool, options, signal);
  // The gate says what is wrong with the name.
  if (tool === undefined) return { status: 'start', once: noApprovals };
  const asked = { tool, args, piped: request, answer: request.answer };
  return permitCall(asked, { ...options, session });
}
