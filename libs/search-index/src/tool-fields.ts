import type { CatalogueTool } from './catalogue.js';
import { IN_MAIN, IN_NAME } from './posting-lists.js';
import { schemaWords } from './schema-words.js';

/** Description text that is indexed, in UTF-16 code units. */
const MAX_DESCRIPTION_LENGTH = 1500;
/** How far a field's length lowers the weight of its words, 0 … 1 (BM25's b). */
const LENGTH_SHARE = 0.7;

/** What a tool does stands in its first sentence, what else is to know behind it. */
const FIRST_SENTENCE = /^[^]{15,}?(?:[.!?](?=\s)|\n\n)/;

/** One part of what a tool says of itself. */
export interface ToolField {
  readonly text: string;
  /** How much a word counts that stands in it once, where the field has its usual length. */
  readonly weight: number;
  /** Terms that such a field has in most servers. */
  readonly usualLength: number;
  /** Flags of its postings. */
  readonly flags: number;
}

/** A tool's words about itself that are read first. */
export interface ToolHead {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  /** The first sentence of its description. */
  readonly first: string;
  /** The rest of the description that is indexed. */
  readonly rest: string;
}

/** The parts of a tool's text that say what it does. */
export function toolHead({ server, name, tool }: CatalogueTool): ToolHead {
  const description = String(tool.description ?? '').slice(0, MAX_DESCRIPTION_LENGTH);
  const first = FIRST_SENTENCE.exec(description)?.[0] ?? description;
  const title = String(tool.title ?? tool.annotations?.title ?? '');
  return { name, server, title, first, rest: description.slice(first.length) };
}

/**
 * A tool's fields. A name is chosen with care and short; parameter docs are long and mention other
 * tools. Weights were chosen on published servers, and the ranking is flat around them. The usual
 * lengths are constants, not averages of the catalogue: a tool's postings are the same whatever
 * stands beside it, so that a server comes and goes without a word about the others.
 */
export function toolFields(tool: CatalogueTool, about: string): readonly ToolField[] {
  const words = schemaWords(tool.tool.inputSchema);
  const { name, server, title, first, rest } = toolHead(tool);
  return [
    { text: name, weight: 5, usualLength: 3, flags: IN_NAME | IN_MAIN },
    { text: server, weight: 6, usualLength: 1.5, flags: IN_MAIN },
    { text: title, weight: 3, usualLength: 3, flags: IN_MAIN },
    { text: first, weight: 2, usualLength: 10, flags: IN_MAIN },
    { text: rest, weight: 1.2, usualLength: 25, flags: IN_MAIN },
    { text: words.names, weight: 1, usualLength: 6, flags: 0 },
    { text: words.docs, weight: 0.5, usualLength: 25, flags: 0 },
    { text: words.values, weight: 0.4, usualLength: 10, flags: 0 },
    { text: about.slice(0, MAX_DESCRIPTION_LENGTH), weight: 0.4, usualLength: 10, flags: 0 },
  ];
}

/** How much each occurrence counts in a field of so many terms. */
export function occurrenceWeight({ weight, usualLength }: ToolField, length: number): number {
  return weight / (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / usualLength);
}
