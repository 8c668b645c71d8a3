import type { ContentBlock } from '@sluice/contracts';
import type {
  AskingRun,
  CompletedRun,
  FailedRun,
  RefusedRun,
  RunLogs,
  RunReport,
} from '@sluice/core';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { checkBlocks } from './check-blocks.js';
import { count, formatSize } from './format-size.js';
import { presentCalls, presentLedger } from './present-calls.js';
import { presentFindings } from './present-findings.js';
import { presentFiles } from './present-files.js';
import { presentValue } from './present-value.js';
import { showLine, showText } from './show-text.js';

/**
 * A run as the model reads it. Completed: the value by itself in the first block, so that it can be
 * used as it stands; then what was emitted; then one block about the run. Failed or refused: what
 * failed, where, the hint, the ledger.
 */
export function presentRun(report: RunReport): ToolAnswer {
  switch (report.status) {
    case 'completed':
      return { content: withRest(presentValue(report.value), report), isError: false };
    case 'failed':
      return { content: withRest(presentFailure(report), report), isError: true };
    case 'refused':
    case 'asks':
      return { content: [text(presentRefusal(report))], isError: true };
  }
}

/** The main text, what was emitted, and what happened beside it. */
function withRest(main: string, report: CompletedRun | FailedRun): readonly ContentBlock[] {
  const { blocks, notes } = checkBlocks(report.emitted);
  return [text(main), ...blocks, ...about(report, notes)];
}

function presentFailure(report: FailedRun): string {
  const { name, code, message, hint } = report;
  const title = name === 'Error' || name === code ? code : `${name} (${code})`;
  const frames = report.frames.slice(1).map(({ name: frame = 'program', position }) => {
    return `  at ${showLine(frame, maxTitle)} (${position.line}:${position.column})`;
  });
  return lines(
    `${showLine(title, maxTitle)}: ${foreign(message)}`,
    presentPlace(report),
    ...frames,
    hint && `hint: ${foreign(hint)}`,
    presentLedger(report.calls),
  );
}

/** For a model: the user answers, it does not. */
const waitingHint =
  'hint: Or they answer the question, which waits for an hour in the command "sluice approve"; then send the very same program again.';

function presentRefusal(report: RefusedRun | AskingRun): string {
  const { code, message, hint } = report;
  const waits = report.status === 'asks' && report.waits === true;
  return lines(
    `${code}: ${foreign(message)}`,
    presentPlace(report),
    report.status === 'refused' ? presentFindings(report.findings) : undefined,
    hint && `hint: ${foreign(hint)}`,
    waits ? waitingHint : undefined,
    presentLedger(report.calls),
  );
}

/** Longest name and code of an error and name of a function, in characters. */
const maxTitle = 300;

/** Words of a program or a server: what would not show is an escape, and indented, none of their lines can pass for one of ours. */
function foreign(words: string): string {
  return showText(words.replace(/\r\n|[\r\u2028\u2029]/g, '\n')).replace(/\n/g, '\n  ');
}

/** Line and column in the model's own text, with the line quoted. */
function presentPlace({
  position,
  quotedLine,
}: Pick<FailedRun, 'position' | 'quotedLine'>): string | undefined {
  if (!position) return undefined;
  const { line, column } = position;
  const place = `at line ${line}, column ${column}`;
  return quotedLine === undefined ? place : `${place}:\n  ${line} | ${showText(quotedLine)}`;
}

/** What happened beside the value: repairs, calls with sizes, logs. No block when there is nothing to say. */
function about(
  report: CompletedRun | FailedRun,
  blockNotes: readonly string[],
): readonly ContentBlock[] {
  const notes = [...report.notes, ...blockNotes].map((note) => `note: ${foreign(note)}`);
  const parts = [
    presentFindings(report.findings),
    ...notes,
    ...(report.status === 'completed' ? [presentMeter(report)] : []),
    presentFiles(report.files),
    presentLogs(report.logs),
  ];
  const said = lines(...parts);
  return said === '' ? [] : [text(said)];
}

/** Less saved than this says nothing. */
const minKeptOutBytes = 1000;

function presentMeter({ calls, meter, durationMs }: CompletedRun): string | undefined {
  if (calls.length === 0) return undefined;
  const kept =
    meter.bytesKeptOut >= minKeptOutBytes
      ? `; ${formatSize(meter.bytesKeptOut)} stayed out of the conversation`
      : '';
  return `${count(calls.length, 'call')} in ${durationMs} ms: ${presentCalls(calls)}${kept}`;
}

function presentLogs({ tail, leftOut, dropped }: RunLogs): string | undefined {
  if (tail === '' && leftOut.bytes === 0) return undefined;
  const before =
    leftOut.lines > 0
      ? ` (${count(leftOut.lines, 'earlier line')}, ${formatSize(leftOut.bytes)}, left out${dropped.lines > 0 ? `; ${formatSize(dropped.bytes)} of them were beyond sandbox.maxLogBytes` : ''})`
      : '';
  return `log${before}:\n${showText(tail)}`;
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}
