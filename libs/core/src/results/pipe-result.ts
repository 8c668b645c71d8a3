import type { Json, ProgramVisibleError } from '@sluice/contracts';
import { jsonLength, utf8Length } from '@sluice/json-text';
import { noApprovals } from '../consent/once-approvals.js';
import { createSemaphore } from '../semaphore.js';
import type { JournalEntry } from '../journal.js';
import { shapeResult } from '../shape-result.js';
import type { ShapedValue } from '../shaped-value.js';
import { textOfValue } from '../text-of-value.js';
import { sizeOfShown } from '../size-of-shown.js';
import { pipeArguments } from './pipe-arguments.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { PipeOptions, ResultContext } from './result-tools.js';

/** What became of a pipe: the value of the call, or why there is none. */
export type PipeReport =
  | { readonly status: 'done'; readonly value: ShapedValue }
  | { readonly status: 'failed'; readonly error: ProgramVisibleError }
  | ResultRefusal;

/** Which data goes where. */
export interface PipeRequest {
  readonly ref: string;
  /** Id of the tool: `mcp__server__tool`. */
  readonly tool: string;
  /** Arguments that are taken from the result: name → JMESPath. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Arguments as they stand. */
  readonly arguments?: Readonly<Record<string, Json>> | undefined;
}

/** Moves data from a result into a tool, past the model. */
export type PipeResult = (request: PipeRequest, context: ResultContext) => Promise<PipeReport>;

/** Makes the use case behind `pipe_result`: its call passes the gate, as those of programs do. */
export function createPipeResult(options: PipeOptions): PipeResult {
  const { gate, clock, settings, newId, usage } = options;
  const shaper = { ...options, settings: settings.results };
  return (request, context) =>
    refusing(async () => {
      const { session, signal } = context;
      const args = await pipeArguments(request, options, context);
      const call = { toolId: request.tool, args };
      const runId = newId();
      let made: JournalEntry | undefined;
      const reply = await gate(call, {
        session,
        runId,
        record: (entry) => void (made = entry),
        once: noApprovals,
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
