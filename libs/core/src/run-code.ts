import type {
  Clock,
  FileStore,
  Json,
  LogArchive,
  Logger,
  Position,
  ProgramChecker,
  ResultStore,
  RoundedLiteral,
  RunEnd,
  RunnerPort,
  RunProgress,
  Settings,
  UpstreamView,
  UsageHistory,
  Workbench,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { jsonLength, utf8Length } from '@sluice/json-text';
import { planRun } from '@sluice/policy';
import type { Policy, RunPlan } from '@sluice/policy';
import { placeProgram } from '@sluice/program';
import type { PlacedProgram } from '@sluice/program';
import type { AskPerson } from './ask/ask-form.js';
import type { CatalogueView } from './catalogue-view.js';
import { createProgramCheck } from './check-program.js';
import type { Consents, GivenAnswer } from './consent/consents.js';
import { permitStart } from './consent/permit-start.js';
import type { Explanation } from './explain-unknown-tool.js';
import { findNamedTools } from './find-named-tools.js';
import type { NamedTool } from './find-named-tools.js';
import { logDefect } from './log-defect.js';
import type { Gate } from './nested-call.js';
import { openRun } from './open-run.js';
import type { OpenRun } from './open-run.js';
import { quoteLine } from './quote-line.js';
import { readData } from './read-data.js';
import { readText } from './read-text.js';
import { describeFailure } from './run-failure.js';
import { runLimits } from './run-limits.js';
import { runProgram } from './run-program.js';
import type { RunReport } from './run-report.js';
import type { Session } from './session.js';
import { shapeResult } from './shape-result.js';

/** What {@link createRunCode} needs. */
export interface RunCodeOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly runner: RunnerPort;
  readonly upstreams: UpstreamView;
  readonly store: ResultStore;
  readonly files: FileStore;
  readonly workbench: Workbench;
  /** Looks for mistakes before a program starts; absent where nobody does. */
  readonly checker?: ProgramChecker;
  readonly view: CatalogueView;
  readonly policy: Policy;
  readonly gate: Gate;
  readonly consents: Consents;
  /** A fresh, unguessable id for each run. */
  readonly newId: () => string;
  /** Answers `search()` of a program as text. */
  readonly search: (
    query: string | readonly string[],
    limit: number | undefined,
  ) => Promise<string>;
  /** Where the user keeps the rules, for hints: the path of the configuration file. */
  readonly rulesPlace: string;
  /** Keep logs and usage for the operator, beyond this process. */
  readonly logs?: Pick<LogArchive, 'add'>;
  readonly usage?: Pick<UsageHistory, 'add'>;
}

/** A program to run. */
export interface RunCodeRequest {
  /** As the model sent it. */
  readonly code: string;
  readonly data?: Json;
  /** Lowers `sandbox.timeoutSeconds` for this run. */
  readonly timeoutMs?: number;
  /** What a person said to the question that this request was answered with before. */
  readonly answer?: GivenAnswer;
}

/** Whose run it is. */
export interface RunContext {
  readonly session: Session;
  /** Aborting it ends the run with `RUN_CANCELLED`. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Shows a question of the running program to a person; absent where nobody can be asked. */
  readonly ask?: AskPerson;
}

/** Runs a program; never rejects for what the program or a peer does. */
export type RunCode = (request: RunCodeRequest, context: RunContext) => Promise<RunReport>;

/**
 * Makes the use case behind `run_code`: the text is repaired, read and planned before anything
 * starts; then it runs, and its value is shaped for the model. Refusals and failures are reports.
 */
export function createRunCode(options: RunCodeOptions): RunCode {
  const { settings, policy } = options;
  const check = createProgramCheck({ ...options, checker: options.checker });
  return async (request, context) => {
    const run = openRun(options, context.session, sizeOfRequest(request));
    const limits = runLimits(settings, request.timeoutMs);
    if (!limits.ok) return run.refuse(limits);
    run.note(...limits.notes);
    const reading = readData(request.data);
    if (!reading.ok) return run.refuse(reading);

    const scan = await readText(request.code, options, context);
    if (context.signal.aborted) return run.fail(cancelled);
    if (!scan.ok) return run.refuse(scan.error, quote(request.code, scan.error));
    const program = placeProgram(request.code, scan);
    run.note(...scan.repairs, ...scan.rounded.map((literal) => roundedNote(literal, program)));

    const hasDynamic = scan.dynamic.length > 0;
    const named = await findNamedTools(scan.calls, hasDynamic, {
      ...options,
      timeoutMs: Math.min(limits.limits.timeoutMs, longestConnect(settings)),
      signal: context.signal,
    });
    if (context.signal.aborted) return run.fail(cancelled);
    if (!named.ok) {
      const refusal = run.refuse(named.explanation, placeOf(program, named.position));
      return named.waiting.length === 0 ? refusal : { ...refusal, waitsFor: named.waiting };
    }

    const plan = planRun(policy, named.uses);
    const place = plan.status === 'start' ? {} : placeOf(program, firstUse(plan));
    if (plan.status !== 'denied') {
      run.find(...(await check(program, { uses: named.uses, hasDynamic }, context.signal)));
      if (context.signal.aborted) return run.fail(cancelled);
      const errors = run.errors();
      if (errors.length > 0) return run.refuse(mistaken(errors.length));
    }
    const asked = { program: program.text, hasDynamic, answer: request.answer };
    const permit = await permitStart(plan, asked, { ...options, session: context.session });
    if (permit.status === 'refused') return run.refuse(permit.reason, place);
    if (permit.status === 'asks') return run.ask(permit.question, permit.reason, place);

    const end = await runProgram(
      { program, data: reading.data, limits: limits.limits, once: permit.once },
      run,
      options,
      context,
    );
    return report(end, { program, uses: named.uses }, run, options, context);
  };
}

/** Bytes of what the model wrote; data that is no JSON is refused later, and counts for nothing. */
function sizeOfRequest({ code, data }: RunCodeRequest): number {
  try {
    return utf8Length(code) + (data === undefined ? 0 : jsonLength(data));
  } catch {
    return utf8Length(code);
  }
}

async function report(
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

function mistaken(count: number) {
  const mistakes = count === 1 ? 'a mistake' : `${count} mistakes`;
  return {
    code: 'PROGRAM_MISTAKE',
    message: `The program was not started: it has ${mistakes} that would make it fail`,
  };
}

const cancelled = {
  code: 'RUN_CANCELLED',
  name: 'Error',
  message: 'The run was cancelled before the program started',
  frames: [],
} as const;

const unshaped = {
  code: 'INTERNAL',
  name: 'Error',
  message: 'The program returned, but its value got lost inside Sluice',
  hint: 'The log of Sluice has the reason.',
  frames: [],
} as const;

function stoppedFailure({
  code,
  message,
  hint,
}: Pick<Explanation, 'message'> & { code: string; hint?: string | undefined }) {
  return { code, name: 'Error', message, ...(hint === undefined ? {} : { hint }), frames: [] };
}

type Refusal = Exclude<RunPlan<NamedTool>, { status: 'start' }>;

function firstUse(plan: Refusal): Position | undefined {
  const [refused] = plan.status === 'denied' ? plan.denied : plan.asks;
  return refused?.position;
}

function roundedNote(literal: RoundedLiteral, program: PlacedProgram): string {
  const { line, column } = program.toOriginal(literal.position);
  return `the number ${literal.digits} (line ${line}, column ${column}) loses digits: it became ${literal.becomes}. Write ${literal.digits}n to keep them.`;
}

/** Where something is, in the text that the model sent. */
function placeOf(program: PlacedProgram, position: Position | undefined) {
  if (position === undefined) return {};
  return quote(program.original, { position: program.toOriginal(position) });
}

function quote(original: string, { position }: { readonly position?: Position }) {
  if (position === undefined) return {};
  const quotedLine = quoteLine(original, position);
  return { position, ...(quotedLine === undefined ? {} : { quotedLine }) };
}

/** An upstream that uses up its time says so itself, once its process has ended: this much later at most, in milliseconds. */
const lastWordMs = 5000;

function longestConnect({ servers }: Settings): number {
  return Math.max(0, ...servers.map(({ connectTimeoutMs }) => connectTimeoutMs)) + lastWordMs;
}
