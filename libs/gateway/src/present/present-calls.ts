import type { CallState, JournalEntry } from '@sluice/core';
import { count, formatSize } from './format-size.js';

/** So many calls are listed one by one; more are grouped by tool. */
const maxListed = 8;

/**
 * The calls of a run in one line: number, tool, size of the result, time. Many calls are grouped by
 * tool, with the range of their numbers and the sum of their sizes; none is left out.
 *
 * @example presentCalls(entries) // '#1 files.read 2.1 MB 34 ms, #2 tracker.search 12 kB 180 ms'
 */
export function presentCalls(entries: readonly JournalEntry[]): string {
  return entries.length <= maxListed ? entries.map(one).join(', ') : grouped(entries).join(', ');
}

/** What a failed run had done: done, failed, refused, in flight, never sent; each call in one of them. */
export function presentLedger(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return 'No call was made.';
  const lines = sections.flatMap(([title, ...states]) => {
    const some = entries.filter((entry) => states.includes(entry.state));
    return some.length > 0 ? [`- ${title}: ${presentCalls(some)}`] : [];
  });
  return [`${count(entries.length, 'call')}:`, ...lines].join('\n');
}

const sections: readonly (readonly [title: string, ...states: CallState[]])[] = [
  ['done', 'done'],
  ['failed', 'failed'],
  ['refused', 'refused'],
  ['in flight when the run ended, outcome unknown', 'cancelled', 'running'],
  ['never sent', 'unsent', 'queued'],
];

function one(entry: JournalEntry): string {
  return [`#${entry.n}`, nameOf(entry), outcomeOf(entry)].filter((part) => part !== '').join(' ');
}

function outcomeOf({ state, resultBytes, durationMs, error }: JournalEntry): string {
  switch (state) {
    case 'done':
      return `${formatSize(resultBytes)} ${durationMs} ms`;
    case 'failed':
    case 'refused':
      return `${state}${error ? ` (${error.code})` : ''}`;
    case 'cancelled':
      return `cancelled after ${durationMs} ms`;
    case 'running':
    case 'unsent':
    case 'queued':
      return '';
  }
}

function grouped(entries: readonly JournalEntry[]): readonly string[] {
  const groups = new Map<string, [JournalEntry, ...JournalEntry[]]>();
  for (const entry of entries) {
    const key = `${nameOf(entry)}\n${entry.state}\n${entry.error?.code ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map((group) =>
    group.length === 1 ? one(group[0]) : oneGroup(group),
  );
}

function oneGroup(group: readonly [JournalEntry, ...JournalEntry[]]): string {
  const [first] = group;
  const bytes = group.reduce((sum, entry) => sum + entry.resultBytes, 0);
  const outcome =
    first.state === 'done'
      ? formatSize(bytes)
      : first.state === 'cancelled'
        ? 'cancelled'
        : outcomeOf(first);
  return `${nameOf(first)} ×${group.length} (#${first.n}…#${group.at(-1)?.n}) ${outcome}`.trimEnd();
}

function nameOf({ server, tool, toolId }: JournalEntry): string {
  return server ? `${server}.${tool}` : toolId;
}
