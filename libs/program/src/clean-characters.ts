import type { Repair } from './repair.js';

/**
 * Repairs of single characters that never change what a program means: CR LF and CR become LF (the
 * language reads them so, in templates too, and only LF counts lines the same everywhere), and half
 * a surrogate pair becomes U+FFFD (which it would become on the way to the runner; the text that is
 * scanned is the text that runs).
 */
export function cleanCharacters(text: string): readonly Repair[] {
  const lineEnds = replaceAll(text, /\r\n?/g, '\n', 'changed the line ends to LF');
  const halves = replaceAll(text, /\p{Surrogate}/gu, '\ufffd', 'replaced half surrogate pairs');
  return [...lineEnds, ...halves];
}

function replaceAll(
  text: string,
  pattern: RegExp,
  insert: string,
  note: string,
): readonly Repair[] {
  const edits = Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    insert,
  }));
  return edits.length === 0 ? [] : [{ edits, note }];
}
