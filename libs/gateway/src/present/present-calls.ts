import type { CallState, JournalEntry } from '@sluice/core';
import { count, formatSize } from './format-size.js';
import { spellOut } from './spell-out.js';

/** So many calls are listed one by one; more are grouped by tool. */
const maxListed = 8;

/** Longest name of a tool that is shown, in UTF-16 code units. */
const maxName = 160;

/**
 * The calls of a run in one line: number, tool, size of the result, time. Many calls are grouped by
 * tool, with the range of their numbers and the sum of their sizes; none is left out.
 *
 * @example presentCalls(entries) // '#1 files.read 2.1 MB 34 ms, #2 tracker.search 12 kB 180 ms'
 */
export function presentCalls(entries: readonly JournalEntry[]): string {
  return list(entries, outcomeOf);
}

/** What a failed run had done: done, failed, refused, in flight, never sent; each call in one of them. */
export function presentLedger(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return 'No call was made.';
  const lines = sections.flatMap(([title, ...states]) => {
    const some = entries.filter((entry) => states.includes(entry.state));
    return some.length > 0 ? [`- ${title}: ${list(some, outcomeInSection)}`] : [];
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

type Outcome = (entry: JournalEntry) => string;

function list(entries: readonly JournalEntry[], outcome: Outcome): string {
  const parts =
    entries.length <= maxListed
      ? entries.map((entry) => one(entry, outcome))
      : groupsOf(entries).map((group) => oneGroup(group, outcome));
  return parts.join(', ');
}

function one(entry: JournalEntry, outcome: Outcome): string {
  return [`#${entry.n}`, nameOf(entry), outcome(entry)].filter((part) => part !== '').join(' ');
}

const words: Readonly<Record<CallState, string>> = {
  done: '',
  failed: 'failed',
  refused: 'refused',
  cancelled: 'cancelled',
  running: 'still running',
  unsent: 'never sent',
  queued: 'never sent',
};

function outcomeOf(entry: JournalEntry): string {
  return `${words[entry.state]} ${outcomeInSection(entry)}`.trim();
}

/** Under a heading that names the state already. */
function outcomeInSection({ state, resultBytes, durationMs, error }: JournalEntry): string {
  switch (state) {
    case 'done':
      return `${formatSize(resultBytes)} ${durationMs} ms`;
    case 'failed':
    case 'refused':
      return error ? `(${error.code})` : '';
    case 'cancelled':
      return `after ${durationMs} ms`;
    case 'running':
    case 'unsent':
    case 'queued':
      return '';
  }
}

type Group = readonly [JournalEntry, ...JournalEntry[]];

/** By tool and outcome, in the order of their first calls. */
function groupsOf(entries: readonly JournalEntry[]): readonly Group[] {
  const groups = new Map<string, [JournalEntry, ...JournalEntry[]]>();
  for (const entry of entries) {
    const key = `${keyOf(entry)}\n${entry.state}\n${entry.error?.code ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

function oneGroup(group: Group, outcome: Outcome): string {
  const [first] = group;
  if (group.length === 1) return one(first, outcome);
  const bytes = group.reduce((sum, entry) => sum + entry.resultBytes, 0);
  const { state } = first;
  // The times of many calls that overlap say little.
  const of = state === 'done' ? formatSize(bytes) : outcome(first).replace(/ ?after \d+ ms$/, '');
  return `${nameOf(first)} ×${group.length} (#${first.n}…#${group.at(-1)?.n}) ${of}`.trimEnd();
}

function keyOf({ server, tool, toolId }: JournalEntry): string {
  return server ? `${server}.${tool}` : toolId;
}

/** A name is an upstream's own word: one with spaces, line breaks or hidden characters stands in quotes. */
function nameOf(entry: JournalEntry): string {
  const name = keyOf(entry);
  const short = name.length > maxName ? `${name.slice(0, maxName)}…` : name;
  const isPlain = !/[\s\p{C}\p{Default_Ignorable_Code_Point}]/u.test(short);
  return isPlain ? short : spellOut(JSON.stringify(short));
}
