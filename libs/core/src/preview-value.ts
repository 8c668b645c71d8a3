import type { Json } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import { headOfText } from './cut-text.js';

/** How much of a value is printed; the first that fits the budget is taken. */
interface PreviewLevel {
  readonly items: number;
  readonly keys: number;
  readonly letters: number;
  readonly depth: number;
}

const levels: readonly PreviewLevel[] = [
  { items: 50, keys: 100, letters: 400, depth: 8 },
  { items: 20, keys: 60, letters: 200, depth: 6 },
  { items: 8, keys: 40, letters: 120, depth: 5 },
  { items: 4, keys: 24, letters: 80, depth: 4 },
  { items: 2, keys: 16, letters: 60, depth: 3 },
  { items: 1, keys: 10, letters: 40, depth: 2 },
  { items: 1, keys: 6, letters: 20, depth: 1 },
];

/**
 * A bounded excerpt of a value in JSON-like text: the first elements and keys of everything, and in
 * place of the rest how much there is (`… 99,990 more of 100,000 items`). Never more than
 * `maxBytes` of UTF-8.
 */
export function previewValue(value: Json, maxBytes: number): string {
  let text = '';
  for (const level of levels) {
    const budget = { left: maxBytes };
    text = print(value, level, level.depth, budget);
    if (budget.left >= 0 && utf8Length(text) <= maxBytes) return text;
  }
  return previewText(text, maxBytes);
}

/**
 * The start of a text and, where that is not all, how much is shown of how much. Never more than
 * `maxBytes` of UTF-8, and never half a character.
 *
 * @param totalBytes size of the text, where it is known; with more than it has, the text is itself a start
 */
export function previewText(text: string, maxBytes: number, totalBytes = utf8Length(text)): string {
  if (totalBytes <= maxBytes) return text;
  const noteOf = (shownBytes: number) => `\n… (${shownBytes} of ${totalBytes} bytes shown)`;
  const room = maxBytes - utf8Length(noteOf(totalBytes));
  if (room <= 0) return headOfText('…', maxBytes);
  const head = headOfText(text, room);
  return head + noteOf(utf8Length(head));
}

/** `budget` stops the work early: a level that cannot fit any more is not printed to its end. */
function print(value: Json, level: PreviewLevel, depth: number, budget: { left: number }): string {
  const take = (text: string) => {
    budget.left -= text.length;
    return text;
  };
  if (budget.left < 0) return '';
  if (typeof value === 'string') return take(printString(value, level.letters));
  if (typeof value !== 'object' || value === null) return take(String(value));
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (items.length === 0) return take('[]');
    if (depth === 0) return take(`[… ${count(items.length, 'item')}]`);
    const shown = items.slice(0, level.items).map((item) => print(item, level, depth - 1, budget));
    const more = items.length - shown.length;
    if (more > 0) shown.push(take(`… ${grouped(more)} more of ${count(items.length, 'item')}`));
    return `[${shown.join(take(', '))}]`;
  }
  const record = value as { readonly [key: string]: Json };
  const keys = Object.keys(record);
  if (keys.length === 0) return take('{}');
  if (depth === 0) return take(`{… ${count(keys.length, 'key')}}`);
  const shown = keys
    .slice(0, level.keys)
    .map(
      (key) =>
        `${take(printString(key, level.letters))}: ${print(record[key] ?? null, level, depth - 1, budget)}`,
    );
  const more = keys.length - shown.length;
  if (more > 0) shown.push(take(`… ${grouped(more)} more of ${count(keys.length, 'key')}`));
  return `{${shown.join(', ')}}`;
}

function printString(text: string, letters: number): string {
  if (text.length <= letters) return JSON.stringify(text);
  const head = text.slice(0, letters).replace(/[\ud800-\udbff]$/, '');
  return `${JSON.stringify(head)}… ${grouped(text.length - head.length)} more of ${count(text.length, 'character')}`;
}

function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `1234567` as `1,234,567`, the same on every machine. */
function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',');
}
