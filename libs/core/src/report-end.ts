import type { RunEnd } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import type { PlacedProgram } from '@sluice/program';
import type { NamedTool } from './find-named-tools.js';
import { logDefect } from './log-defect.js';
import type { OpenRun } from './open-run.js';
import { describeFailure } from './run-failure.js';
import type { RunReport } from './run-report.js';
import type { RunCodeOptions, RunContext } from './run-request.js';
import { shapeResult } from './shape-result.js';

/** Reports how a run ended: its value shaped for the model, or its failure in the words of the program that was sent. */
export async function reportEnd(
  end: RunEnd,
  { program, uses }: { readonly program: PlacedProgram; readonly uses: readonly NamedTool[] },
  run: OpenRun,
  options: RunCodeOptions,
  { session, signal }: RunContext,
): Promise<RunReport> {
  switch (end.kind) {
    case 'threw':
      return run.fail(
        describeFailure(end.error, program, options.view, run.recorder.calls(), uses),
      );
    case 'stopped':
      return run.fail(stoppedFailure(end));
    case 'value':
      try {
        const { store, workbench, settings } = options;
        const { json: text, sizeBytes } = end;
        const result = {
          sessionId: session.id,
          source: 'run_code',
          kind: 'wire',
          text,
          sizeBytes,
          signal,
        } as const;
        const shaper = { store, workbench, settings: settings.results };
        return run.complete(await shapeResult(shaper, result));
      } catch (error) {
        if (error instanceof SluiceError) return run.fail(stoppedFailure(error));
        logDefect(options.logger, 'A value could not be shaped', error, { runId: run.id });
        return run.fail(unshaped);
      }
  }
}

const unshaped = {
  code: 'INTERNAL',
  name: 'Error',
  message: 'The program returned, but its value got lost inside Sluice',
  hint: 'The log of Sluice has the reason.',
  frames: [],
} as const;

interface Stop {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

function stoppedFailure({ code, message, hint }: Stop) {
  return { code, name: 'Error', message, ...(hint === undefined ? {} : { hint }), frames: [] };
}
