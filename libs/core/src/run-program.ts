import { onAbort } from '@sluice/contracts';
import type { Json, Logger, ProgramHost, RunEnd, RunLimits } from '@sluice/contracts';
import type { PlacedProgram } from '@sluice/program';
import { createAsk } from './ask/create-ask.js';
import type { OnceApprovals } from './consent/once-approvals.js';
import { awaitTool } from './find-called-tool.js';
import { logDefect } from './log-defect.js';
import { loadMedia } from './media/load-media.js';
import type { LoadMediaOptions } from './media/load-media.js';
import { openFiles } from './open-files.js';
import { openResults } from './results/open-results.js';
import type { OpenRun } from './open-run.js';
import type { RunCodeOptions, RunContext } from './run-request.js';
import type { RunRecorder } from './run-recorder.js';
import { createSemaphore } from './semaphore.js';

/** A program that may start. */
export interface StartableProgram {
  readonly program: PlacedProgram;
  readonly data: Json;
  readonly limits: RunLimits;
  /** What a person has allowed this run. */
  readonly once: OnceApprovals;
}

/**
 * How much longer than the run a call may take, in milliseconds: when the time is up, the run's own
 * end must come first, not the error of a call that was given the same time.
 */
const graceMs = 1000;

/**
 * Runs a program with a host whose calls all pass the gate. When it returns, every call is ended, every
 * file is on disk, and nothing that a runner still sends counts.
 */
export async function runProgram(
  { program, data, limits, once }: StartableProgram,
  { id, recorder }: OpenRun,
  options: RunCodeOptions,
  { session, signal, onProgress, ask: askPerson }: RunContext,
): Promise<RunEnd> {
  const { clock, view, upstreams, gate, runner, logger, search, settings, files } = options;
  const { timeoutSeconds } = settings.consent;
  const ended = new AbortController();
  const endWith = endTogether(ended);
  const slots = createSemaphore(limits.maxParallelCalls);
  const ask = createAsk({ askPerson, timeoutSeconds });
  let endsAt = clock.monotonic() + limits.timeoutMs + graceMs;
  const record = recorder.recordCall;
  const sessionFiles = openFiles({
    files,
    logger,
    sessionId: session.id,
    record: recorder.addFile,
  });
  const results = openResults(options, { session, signal: ended.signal });
  const host: ProgramHost = {
    call(call, callSignal) {
      endWith(callSignal);
      return gate(call, {
        session,
        once,
        runId: id,
        signal: ended.signal,
        get endsAt() {
          return endsAt;
        },
        slots,
        record,
      });
    },
    async ask(question, askSignal) {
      endWith(askSignal);
      const askedAt = clock.monotonic();
      const reply = await ask(question, ended.signal);
      // The runner's clock stood still: calls have that much longer. Of two questions at once the
      // time counts twice; the run's own end comes first then.
      endsAt += clock.monotonic() - askedAt;
      return reply;
    },
    search,
    async describe(toolId) {
      await awaitTool(toolId, { view, upstreams, clock }, ended.signal);
      return view.isVisible(toolId) ? view.catalogue().describe(toolId) : undefined;
    },
    recall: results.recall,
    select(ref, expression, selectSignal) {
      endWith(selectSignal);
      return results.select(ref, expression, selectSignal);
    },
    keep: results.keep,
    saveFile: sessionFiles.save,
    readFile: sessionFiles.read,
    readMedia: results.readMedia,
    log: recorder.addLog,
    logUnsent: (size) => recorder.setUnsentLog(size),
    progress: (progress) => onProgress?.(progress),
    emit: recorder.addBlock,
  };
  try {
    const servers = view.catalogue().bindings;
    return await runner.run({ program: program.text, data, servers, limits }, host, signal);
  } catch (error) {
    logDefect(logger, 'A run failed inside Sluice', error, { runId: id });
    return {
      kind: 'stopped',
      code: 'RUN_EXITED',
      message: 'The run ended because something failed inside Sluice',
      hint: 'The log of Sluice has the reason.',
    };
  } finally {
    ended.abort();
    await sessionFiles.settled();
    recorder.stop();
    await showMedia(recorder, { store: options.store, sessionId: session.id }, logger);
  }
}

/** What a program emitted by handle is shown, if the store still has it. */
async function showMedia(recorder: RunRecorder, options: LoadMediaOptions, logger: Logger) {
  try {
    await recorder.showMedia((handle, maxBytes) => loadMedia(handle, maxBytes, options));
  } catch (error) {
    logDefect(logger, 'Emitted media could not be read', error, {});
  }
}

/** Ends the calls when the runner says that the run is over; it hands the same signal to each call. */
function endTogether(ended: AbortController): (signal: AbortSignal) => void {
  let linked: AbortSignal | undefined;
  return (signal) => {
    if (signal === linked) return;
    linked = signal;
    onAbort(signal, () => ended.abort());
  };
}
