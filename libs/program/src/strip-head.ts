import type { Repair } from './repair.js';

/** Removes a byte order mark or a `#!` line at the head of a text; the line itself stays, empty. */
export function stripHead(text: string): Repair | undefined {
  const mark = /^\ufeff+/.exec(text);
  if (mark !== null) return removal(0, mark[0].length, 'removed a byte order mark');
  const hashbang = /^(\s*)#!.*/.exec(text);
  if (hashbang === null) return undefined;
  return removal(hashbang[1]?.length ?? 0, hashbang[0].length, 'removed a "#!" line');
}

function removal(start: number, end: number, note: string): Repair {
  return { edits: [{ start, end, insert: '' }], note };
}
