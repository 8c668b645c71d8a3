import type { Position, RoundedLiteral, Settings } from '@sluice/contracts';
import { jsonLength, utf8Length } from '@sluice/json-text';
import { planRun } from '@sluice/policy';
import type { RunPlan } from '@sluice/policy';
import { placeProgram } from '@sluice/program';
import type { PlacedProgram } from '@sluice/program';
import { createProgramCheck } from './check-program.js';
import { permitStart } from './consent/permit-start.js';
import { findNamedTools } from './find-named-tools.js';
import type { NamedTool } from './find-named-tools.js';
import { openRun } from './open-run.js';
import { quoteLine } from './quote-line.js';
import { readData } from './read-data.js';
import { readText } from './read-text.js';
import { reportEnd } from './report-end.js';
import { runLimits } from './run-limits.js';
import { runProgram } from './run-program.js';
import type { RunReport } from './run-report.js';
import type { RunCodeOptions, RunCodeRequest, RunContext } from './run-request.js';

/** Runs a program; never rejects for what the program or a peer does. */
export type RunCode = (request: RunCodeRequest, context: RunContext) => Promise<RunReport>;

/**
 * Makes the use case behind `run_code`: the text is repaired, read and planned before anything
 * starts; then it runs, and its value is shaped for the model. Refusals and failures are reports.
 */
export function createRunCode(options: RunCodeOptions): RunCode {
  const { settings, policy } = options;
  const check = createProgramCheck(options);
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
    return reportEnd(end, { program, uses: named.uses }, run, options, context);
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
