import type { Clock, ConsentQuestion, LogArchive, Settings, UsageHistory } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import type { JournalEntry } from './journal.js';
import type { Failure } from './run-failure.js';
import { createRunRecorder } from './run-recorder.js';
import type { RunRecorder } from './run-recorder.js';
import type {
  AskingRun,
  CompletedRun,
  FailedRun,
  RefusedRun,
  RunFinding,
  RunReportBase,
} from './run-report.js';
import type { Session } from './session.js';
import type { ShapedValue } from './shaped-value.js';
import { sizeOfShown } from './size-of-shown.js';

/** One run between its request and its report. */
export interface OpenRun {
  readonly id: string;
  readonly recorder: RunRecorder;
  /** Adds sentences to the report. */
  note(...notes: readonly string[]): void;
  /** Adds mistakes of the program to the report. */
  find(...findings: readonly RunFinding[]): void;
  /** Those of them that keep the program from starting. */
  errors(): readonly RunFinding[];
  /** Each of the four ends the run and makes its report. */
  refuse(reason: Refusal, place?: Place): RefusedRun;
  /** `reason`: for whoever cannot ask. */
  ask(question: ConsentQuestion, reason: Refusal, place?: Place): AskingRun;
  fail(failure: Failure): FailedRun;
  complete(value: ShapedValue): CompletedRun;
}

/** Why a program was not started. */
export type Refusal = Pick<RefusedRun, 'code' | 'message' | 'hint'>;

/** Where in the model's own text. */
export type Place = Pick<RefusedRun, 'position' | 'quotedLine'>;

/** What {@link openRun} needs. */
export interface OpenRunOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Keep logs and usage for the operator, beyond this process. */
  readonly logs?: Pick<LogArchive, 'add'>;
  readonly usage?: Pick<UsageHistory, 'add'>;
}

/** Calls named in a note; more are counted. */
const maxNamed = 5;

/**
 * Opens a run: from here on its time counts.
 *
 * @param requestBytes size of the program and its data
 */
export function openRun(options: OpenRunOptions, session: Session, requestBytes: number): OpenRun {
  const { settings, clock, newId } = options;
  const id = newId();
  const startedAt = clock.monotonic();
  const notes: string[] = [];
  const findings: RunFinding[] = [];
  const recorder = createRunRecorder({
    maxLogBytes: settings.sandbox.maxLogBytes,
    maxEmitBytes: settings.results.maxResultBytes,
    maxEmitTextBytes: settings.results.inlineMaxBytes,
    onLog(entry) {
      const kept = { ...entry, runId: id, at: clock.now() };
      session.logs.add(kept);
      options.logs?.add({ ...kept, sessionId: session.id });
    },
  });

  const close = (value?: ShapedValue, counts = true): RunReportBase => {
    recorder.stop();
    const { lines, bytes } = recorder.log.unsent();
    session.logs.lose({ entries: lines, bytes });
    const logs = recorder.log.summarize(settings.sandbox.logTailBytes);
    const shownBytes = sizeOfShown(value) + utf8Length(logs.tail) + recorder.emittedBytes();
    const calls = recorder.calls();
    const resultBytes = calls.reduce((sum, call) => sum + call.resultBytes, 0);
    const sent = calls.filter(isSent);
    const argsBytes = sent.reduce((sum, call) => sum + call.argsBytes, 0);
    const directBytes = argsBytes + resultBytes;
    if (counts) {
      const contextBytes = requestBytes + shownBytes;
      const usage = { calls: sent.length, directBytes, contextBytes };
      session.meter.add(usage);
      const made = { runId: id, sessionId: session.id, source: 'run_code', at: clock.now() };
      options.usage?.add({ ...made, ...usage });
    }
    return {
      runId: id,
      calls,
      logs,
      emitted: recorder.emitted(),
      files: recorder.files(),
      notes: [...notes, ...remarks(calls), ...recorder.notes()],
      findings,
      durationMs: Math.round(clock.monotonic() - startedAt),
      meter: {
        bytesMoved: directBytes,
        bytesKeptOut: Math.max(0, resultBytes - shownBytes),
      },
    };
  };

  const unstarted = ({ code, message, hint }: Refusal, place: Place = {}, counts = true) => ({
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...place,
    ...close(undefined, counts),
  });

  return {
    id,
    recorder,
    note: (...more) => void notes.push(...more),
    find: (...more) => void findings.push(...more),
    errors: () => findings.filter(({ severity }) => severity === 'error'),
    refuse: (reason, place) => ({ status: 'refused', ...unstarted(reason, place) }),
    // The same request comes again with the answer, and counts then.
    ask: (question, reason, place) => ({
      status: 'asks',
      question,
      ...unstarted(reason, place, false),
    }),
    fail: (failure) => ({ status: 'failed', ...failure, ledger: recorder.ledger(), ...close() }),
    complete(value) {
      notes.push(...forgottenAwaits(recorder));
      return { status: 'completed', value, ...close(value) };
    },
  };
}

/** What was refused or never sent moved nothing. */
function isSent({ state }: JournalEntry): boolean {
  return state !== 'refused' && state !== 'queued' && state !== 'unsent';
}

/** What was odd about answers, once for each tool. */
function remarks(calls: readonly JournalEntry[]): readonly string[] {
  const lines = new Set(
    calls.flatMap(({ toolId, remark }) => (remark === undefined ? [] : [`${toolId} ${remark}`])),
  );
  const named = [...lines].slice(0, maxNamed);
  return lines.size > maxNamed ? [...named, `${lines.size - maxNamed} more tools did so`] : named;
}

/** A program that returns while calls are under way has most likely forgotten an `await`. */
function forgottenAwaits(recorder: RunRecorder): readonly string[] {
  const { inFlight, neverSent } = recorder.ledger();
  const open = [...inFlight, ...neverSent].sort((a, b) => a.n - b.n);
  if (open.length === 0) return [];
  const named = open.slice(0, maxNamed).map(({ n, toolId }) => `#${n} ${toolId}`);
  const more = open.length > maxNamed ? ` and ${open.length - maxNamed} more` : '';
  const unsent = neverSent.length === 0 ? '' : ` (${neverSent.length} of them never sent)`;
  return [
    `${open.length} ${open.length === 1 ? 'call was' : 'calls were'} still open when the program returned and got cancelled${unsent}: ${named.join(', ')}${more}. Await every call.`,
  ];
}
