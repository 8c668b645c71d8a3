import type { CatalogueTool } from './catalogue.js';
import { IN_NAME } from './posting-lists.js';
import type { PostingLists } from './posting-lists.js';
import { termsOfWord } from './search-terms.js';
import { rawWords, splitWord } from './split-words.js';
import { occurrenceWeight, toolFields } from './tool-fields.js';
import type { Vocabulary } from './vocabulary.js';

/** Writes tools into posting lists, many one after the other. */
export interface PostingWriter {
  /** Adds one tool's postings. Gives the terms of its name, each once. */
  write(document: number, tool: CatalogueTool, about: string): readonly number[];
}

/** The terms of a word as it is written. */
interface WordTerms {
  readonly all: readonly number[];
  /** Without the whole of a word that has parts. */
  readonly parts: readonly number[];
}

/** A writer that remembers the words that it met: few make up most text. */
export function createPostingWriter(vocabulary: Vocabulary, lists: PostingLists): PostingWriter {
  const known = new Map<string, WordTerms>();
  /** The tool at hand: by term its weight and flags, and which terms it has. */
  let weights = new Float64Array(1 << 12);
  let flags = new Uint8Array(1 << 12);
  const held: number[] = [];
  /** The field at hand: its terms, as often as they stand there. */
  const inField: number[] = [];

  const read = (word: string): WordTerms => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const { whole, parts } = splitWord(word);
    const all = termsOfWord(whole, parts).map(vocabulary.add);
    const terms = {
      all,
      parts:
        parts.length === 0
          ? all
          : parts.flatMap((part) => termsOfWord(part, [])).map(vocabulary.add),
    };
    known.set(word, terms);
    if (vocabulary.size > weights.length) {
      const [oldWeights, oldFlags] = [weights, flags];
      weights = new Float64Array(vocabulary.size * 2);
      weights.set(oldWeights);
      flags = new Uint8Array(vocabulary.size * 2);
      flags.set(oldFlags);
    }
    return terms;
  };

  return {
    write(document, tool, about) {
      const nameTerms = new Set<number>();
      for (const field of toolFields(tool, about)) {
        let length = 0;
        for (const word of rawWords(field.text)) {
          const { all, parts } = read(word);
          for (const term of all) inField[length++] = term;
          if ((field.flags & IN_NAME) !== 0) for (const term of parts) nameTerms.add(term);
        }
        const weight = occurrenceWeight(field, length);
        for (let at = 0; at < length; at++) {
          const term = inField[at] ?? 0;
          const before = weights[term] ?? 0;
          if (before === 0) held.push(term);
          weights[term] = before + weight;
          flags[term] = (flags[term] ?? 0) | field.flags;
        }
      }
      for (const term of held) {
        lists.add(term, document, flags[term] ?? 0, weights[term] ?? 0);
        weights[term] = 0;
        flags[term] = 0;
      }
      held.length = 0;
      return [...nameTerms];
    },
  };
}
