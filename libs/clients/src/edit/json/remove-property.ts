import type { Node } from 'jsonc-parser';
import { indentAt } from './json-style.js';
import { scanTrivia } from './scan-trivia.js';

type Range = readonly [start: number, end: number];

/** Takes a property out of its object, with its comma and its line; comments around it stay. */
export function removeProperty(text: string, object: Node, property: Node): string {
  const properties = object.children ?? [];
  const previous = properties[properties.indexOf(property) - 1];
  const [start, end] = [property.offset, property.offset + property.length];
  const { comma } = scanTrivia(text, end);
  if (comma !== undefined) {
    const isNext = text.slice(end, comma).trim() === '';
    return isNext
      ? cut(text, [wholeLine(text, [start, comma + 1])])
      : cut(text, [wholeLine(text, [start, end]), [comma, comma + 1]]);
  }
  // The last one of several takes the comma before it.
  const before = previous && scanTrivia(text, previous.offset + previous.length).comma;
  if (before === undefined) return cut(text, [wholeLine(text, [start, end])]);
  if (/^[ \t]*$/.test(text.slice(before + 1, start))) return cut(text, [[before, end]]);
  return cut(text, [[before, before + 1], wholeLine(text, [start, end])]);
}

/** The range with its line, where nothing else stands there; else with the blanks behind it. */
function wholeLine(text: string, [start, end]: Range): Range {
  const indent = indentAt(text, start);
  const lineEnd = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end, end + 200))?.[0];
  if (indent !== undefined && lineEnd !== undefined)
    return [start - indent.length, end + lineEnd.length];
  const blanks = /^[ \t]*/.exec(text.slice(end, end + 200))?.[0] ?? '';
  return [start, end + blanks.length];
}

function cut(text: string, ranges: readonly Range[]): string {
  const inOrder = [...ranges].sort((one, two) => two[0] - one[0]);
  return inOrder.reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}
