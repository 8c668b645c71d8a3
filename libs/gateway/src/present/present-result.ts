import type {
  InspectReport,
  PipeReport,
  ReadReport,
  ReleaseReport,
  ResultRefusal,
  SearchResultReport,
  SelectReport,
} from '@sluice/core';
import type { Asked } from '../exchange/asking-calls.js';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { count } from './format-size.js';
import { presentUnasked } from './present-unasked.js';
import { presentValue, sizeAndKind } from './present-value.js';
import { showLine, showText } from './show-text.js';

/** Longest name, path and excerpt in a line, in characters. */
const maxName = 160;
const maxPath = 300;
const maxExcerpt = 300;

/** What a result is: reference, size, source, age, shape; the preview last. */
export function presentInspection(report: InspectReport, now: number): ToolAnswer {
  if (report.status === 'refused') return presentResultRefusal(report);
  const { stored, shape, preview } = report;
  const minutes = Math.max(0, Math.ceil((stored.expiresAt - now) / 60_000));
  return answer(
    `${stored.ref}: ${sizeAndKind(stored)} from ${showLine(stored.source, maxName)}, kept for ${count(minutes, 'more minute')}.`,
    `shape: ${showText(shape)}`,
    ...(preview === '' ? [] : ['preview:', showText(preview)]),
  );
}

/** A slice by itself in the first block, and in a second one what it is of what. */
export function presentSlice(report: ReadReport): ToolAnswer {
  if (report.status === 'refused') return presentResultRefusal(report);
  const { stored, content, offset, sizeBytes, nextOffset } = report;
  const encoding = stored.kind === 'bytes' ? `, ${stored.contentType} as base64` : '';
  const more = nextOffset === undefined ? 'the end' : `read on at offset ${nextOffset}`;
  const about = `bytes ${offset} to ${offset + sizeBytes} of ${stored.sizeBytes}${encoding}; ${more}`;
  const texts = content.trim() === '' ? [`${JSON.stringify(content)}\n${about}`] : [content, about];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: false };
}

/** A selection, or what came of a pipe: the value alone. */
export function presentSelection(report: SelectReport): ToolAnswer {
  return report.status === 'refused'
    ? presentResultRefusal(report)
    : answer(presentValue(report.value));
}

/** What a pipe gave: the value alone, or why there is none. */
export function presentPipe(report: Asked<PipeReport>): ToolAnswer {
  switch (report.status) {
    case 'refused':
    case 'denied':
      return presentResultRefusal(report);
    case 'asks':
      return presentUnasked(report);
    case 'failed':
      return presentResultRefusal(report.error);
    case 'done':
      return answer(presentValue(report.value));
  }
}

/** One line for each match, and how many there are. */
export function presentMatches(report: SearchResultReport): ToolAnswer {
  if (report.status === 'refused') return presentResultRefusal(report);
  const { matches, total, isWhole } = report;
  const lines = matches.map((match) =>
    match.kind === 'line'
      ? `line ${match.line} (offset ${match.offset}): ${showLine(match.excerpt, maxExcerpt)}`
      : `${showLine(match.path, maxPath)}: ${showLine(match.excerpt, maxExcerpt)}`,
  );
  const left = total - matches.length;
  return answer(
    ...(total === 0 ? ['No match.'] : lines),
    ...(left > 0 ? [`${left} more ${left === 1 ? 'match' : 'matches'}`] : []),
    ...(isWhole ? [] : ['The search stopped here: it would take too long.']),
  );
}

/** What was forgotten. */
export function presentRelease(report: ReleaseReport): ToolAnswer {
  if (report.status === 'refused') return presentResultRefusal(report);
  return answer(`Released ${report.stored.ref} (${sizeAndKind(report.stored)}).`);
}

function presentResultRefusal({
  code,
  message,
  hint,
}: Pick<ResultRefusal, 'message' | 'hint'> & { readonly code: string }): ToolAnswer {
  const lines = [`${code}: ${showText(message)}`, ...(hint === undefined ? [] : [`hint: ${hint}`])];
  return { ...answer(...lines), isError: true };
}

function answer(...lines: readonly string[]): ToolAnswer {
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: false };
}
