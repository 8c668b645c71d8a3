import { stemWord } from './stem-word.js';
import { SYNONYM_GROUPS } from './synonym-groups.js';

const synonyms = readGroups(SYNONYM_GROUPS);

/** Other terms for the same thing; terms as `stemWord` makes them. Empty for most. */
export function synonymsOf(term: string): readonly string[] {
  return synonyms.get(term) ?? [];
}

function readGroups(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of text.trim().split('\n')) {
    const group = line.split(' ').map(stemWord);
    for (const term of group) {
      const others = found.get(term) ?? new Set();
      for (const other of group) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return new Map(Array.from(found, ([term, others]) => [term, [...others]]));
}
