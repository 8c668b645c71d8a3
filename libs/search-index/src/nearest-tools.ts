import { editDistance } from '@sluice/contracts';
import type { CatalogueTool } from './catalogue.js';
import { splitWords } from './split-words.js';

/** Names longer than this, in UTF-16 code units, are compared by their start. */
const MAX_LENGTH = 80;
/** Below this likeness (0 … 1) a suggestion confuses more than it helps. */
const LEAST_LIKENESS = 0.5;
/** Beside a much better suggestion the others are padding: they share the server's name, not the tool's. */
const LEAST_SHARE_OF_BEST = 0.8;
/** What may stand before the names in an id or a call path. */
const PREFIXES = new Set(['mcp', 'tools']);

/**
 * The tools whose names are closest to a text, best first, at most `limit`; none where nothing is
 * near. The text may be an id, a call path, `server.tool` or a tool's name alone. Likeness is the
 * mean of the edit distance over all letters and the overlap of whole words, so that both
 * `serach_issues` and `issues_search` find `search_issues`.
 */
export function nearestTools(
  tools: readonly CatalogueTool[],
  text: string,
  limit: number,
): readonly CatalogueTool[] {
  const asked = spell(text, PREFIXES);
  if (asked.letters === '') return [];
  const near = tools
    .map((tool) => ({ tool, likeness: likenessOf(asked, tool) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || (a.tool.id < b.tool.id ? -1 : 1));
  const least = (near[0]?.likeness ?? 0) * LEAST_SHARE_OF_BEST;
  return near
    .filter(({ likeness }) => likeness >= least)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

interface Spelling {
  readonly words: ReadonlySet<string>;
  readonly letters: string;
}

function likenessOf(asked: Spelling, tool: CatalogueTool): number {
  const own = spell(tool.name);
  const full = spell(`${tool.server}_${tool.name}`);
  return Math.max(compare(asked, own), compare(asked, full));
}

function compare(left: Spelling, right: Spelling): number {
  const longer = Math.max(left.letters.length, right.letters.length);
  if (longer === 0) return 0;
  const shared = [...left.words].filter((word) => right.words.has(word)).length;
  const overlap = (2 * shared) / (left.words.size + right.words.size);
  const difference = Math.abs(left.letters.length - right.letters.length);
  // The distance is at least the difference in length: where that is too much, save the work.
  if ((overlap + 1 - difference / longer) / 2 < LEAST_LIKENESS / 2) return 0;
  const spelling = 1 - editDistance(left.letters, right.letters) / longer;
  // A slip of the pen shares no whole word: close spelling alone is enough.
  return Math.max((overlap + spelling) / 2, spelling >= 0.7 ? spelling * 0.95 : 0);
}

function spell(text: string, dropped: ReadonlySet<string> = new Set()): Spelling {
  const words = splitWords(text.slice(0, MAX_LENGTH)).flatMap(({ whole, parts }) =>
    parts.length > 0 ? parts : [whole],
  );
  const first = words[0];
  const kept =
    first !== undefined && words.length > 1 && dropped.has(first) ? words.slice(1) : words;
  return { words: new Set(kept), letters: kept.join('') };
}
