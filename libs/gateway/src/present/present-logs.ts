import type { DrainedLogs, SessionLogEntry } from '@sluice/core';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { count, formatSize } from './format-size.js';
import { showText } from './show-text.js';

/**
 * What programs of the session printed, one line for each entry, and what is not among it: still to be fetched,
 * or beyond the limit. Further lines of an entry are indented, so that none passes for an entry. As jsmcp has it,
 * also `{ logs: [{ id, level, message, timestamp }] }`.
 */
export function presentLogs({ entries, isCut, left, lost }: DrainedLogs): ToolAnswer {
  const lines = entries.length === 0 ? ['No logs.'] : entries.map(line);
  if (isCut) lines.push('(the entry goes on: call fetch_logs again)');
  else if (left.entries > 0)
    lines.push(
      `(${entriesOf(left.entries)}, ${formatSize(left.bytes)}, are left: call fetch_logs again)`,
    );
  if (lost.entries > 0)
    lines.push(
      `(${entriesOf(lost.entries)}, ${formatSize(lost.bytes)}, were beyond sandbox.maxLogBytes and are gone)`,
    );
  const logs = entries.map(({ id, level, text, at }) => {
    return { id, level, message: text, timestamp: new Date(at).toISOString() };
  });
  const structuredContent = {
    logs,
    ...(left.entries > 0 && { left: { ...left } }),
    ...(lost.entries > 0 && { lost: { ...lost } }),
  };
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: false,
    structuredContent,
  };
}

/** How many entries were forgotten. */
export function presentCleared(cleared: number): ToolAnswer {
  const text = `Cleared ${entriesOf(cleared)}.`;
  return { content: [{ type: 'text', text }], isError: false, structuredContent: { cleared } };
}

function line({ id, at, level, text }: SessionLogEntry): string {
  const time = new Date(at).toISOString().slice(11, 23);
  return `${id} ${time} ${level}: ${showText(text).replace(/\n/g, '\n  ')}`;
}

function entriesOf(amount: number): string {
  return count(amount, 'entry').replace(/entrys$/, 'entries');
}
