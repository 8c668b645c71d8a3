import type { CatalogueTool } from './catalogue.js';
import { plainLine } from './plain-line.js';
import { quote } from './quote.js';

/** Longest description on one line, in UTF-16 code units. */
const MAX_LENGTH = 160;
/** A sentence shorter than this, in UTF-16 code units, says too little to stop after it. */
const MIN_SENTENCE = 40;
/** Longest id that is spelt out, in UTF-16 code units. */
const MAX_ID_LENGTH = 200;

/**
 * What a tool does, on one harmless line: its description (or title) up to a sentence's end, and
 * before it the tool id where that does not follow from the call path. Empty when there is nothing
 * to say.
 */
export function docLine(tool: CatalogueTool): string {
  const isPlain = tool.alias === tool.name && tool.serverIdentifier === tool.server;
  const id = isPlain ? '' : idText(tool.id);
  const text = firstText(tool.tool.description, tool.tool.title, tool.tool.annotations?.title);
  return [id, shorten(text)].filter((part) => part !== '').join(': ');
}

/** Bare where it is plain; else quoted, so that what cannot be seen is spelt out. */
function idText(id: string): string {
  if (id.length > MAX_ID_LENGTH) return `id ${quote(id.slice(0, MAX_ID_LENGTH))}…`;
  return /^[\w.-]+$/.test(id) ? id : `id ${quote(id)}`;
}

function firstText(...texts: readonly unknown[]): string {
  for (const text of texts) {
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return '';
}

function shorten(text: string): string {
  const line = plainLine(text, 4 * MAX_LENGTH);
  if (line.length <= MAX_LENGTH) return line;
  const end = line.slice(0, MAX_LENGTH - 2).lastIndexOf('. ');
  return end >= MIN_SENTENCE ? `${line.slice(0, end + 1)} …` : plainLine(line, MAX_LENGTH);
}
