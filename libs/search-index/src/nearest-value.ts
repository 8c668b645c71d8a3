import { editDistance } from './edit-distance.js';

/** Longest text, in UTF-16 code units, that is compared letter by letter. */
const MAX_LENGTH = 48;
/** Candidates that are looked at. */
const MAX_CANDIDATES = 500;

/**
 * The candidate that a text was probably meant to be: the same but for case and separators, else one
 * within a third of its letters. Undefined where none is that close.
 *
 * @example nearestName('Titel', ['title', 'body']) // 'title'
 */
export function nearestName(text: string, candidates: Iterable<string>): string | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const plain = plainForm(text);
  let best: { readonly name: string; readonly distance: number } | undefined;
  let looked = 0;
  for (const name of candidates) {
    if (++looked > MAX_CANDIDATES) break;
    if (name.length > MAX_LENGTH) continue;
    const other = plainForm(name);
    if (other === plain) return name;
    const allowed = Math.floor(Math.max(plain.length, other.length) / 3);
    if (Math.abs(plain.length - other.length) > allowed) continue;
    const distance = editDistance(plain, other);
    if (distance <= allowed && (best === undefined || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

function plainForm(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/g, '');
}
