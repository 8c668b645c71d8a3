import { editDistance } from './edit-distance.js';

/** Longest text, in UTF-16 code units, that is compared letter by letter. */
const MAX_LENGTH = 64;
/** Candidates that are looked at. */
const MAX_CANDIDATES = 500;
/** A difference in case or separators counts so much less than one in letters. */
const SPELLING_SHARE = 1e-3;

/**
 * The known name that a mistyped one most likely stands for: case and separators hardly count, and a third
 * of the letters may differ. Undefined where nothing is that near.
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
    const allowed = Math.floor(Math.max(plain.length, other.length) / 3);
    if (Math.abs(plain.length - other.length) > allowed) continue;
    const letters = editDistance(plain, other);
    if (letters > allowed) continue;
    const distance = letters + SPELLING_SHARE * editDistance(text, name);
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

function plainForm(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/g, '');
}
