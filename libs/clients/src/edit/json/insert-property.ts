import type { Node } from 'jsonc-parser';
import { indentAt, lineIndent } from './json-style.js';
import type { JsonStyle } from './json-style.js';
import { scanTrivia } from './scan-trivia.js';

/** A value to be written: its text, for the indentation of the line that it begins on. */
export type ValueText = (indent: string, style: JsonStyle) => string;

/** A property to be written. */
export interface NewProperty {
  readonly key: string;
  readonly value: ValueText;
  readonly comment?: string | undefined;
}

/**
 * Puts a property behind the last one of an object: comments, order, commas and the way of writing of what is
 * there stay.
 */
export function insertProperty(
  text: string,
  object: Node,
  added: NewProperty,
  style: JsonStyle,
): string {
  const last = object.children?.at(-1);
  return last === undefined
    ? intoEmpty(text, object, added, style)
    : behindLast(text, object, last, added, style);
}

function intoEmpty(text: string, object: Node, added: NewProperty, style: JsonStyle): string {
  const [start, end] = [object.offset + 1, object.offset + object.length - 1];
  const inner = text.slice(start, end).trimEnd();
  if (style.isOneLine && inner === '') {
    const blank = style.isSpaced ? ' ' : '';
    const property = `${JSON.stringify(added.key)}:${blank}${added.value('', style)}`;
    return `${text.slice(0, start)}${blank}${property}${blank}${text.slice(end)}`;
  }
  const outer = lineIndent(text, object.offset);
  const indent = outer + style.indent;
  const property = ownLines(added, indent, style);
  return `${text.slice(0, start)}${inner}${property}${style.lineBreak}${outer}${text.slice(end)}`;
}

function behindLast(
  text: string,
  object: Node,
  last: Node,
  added: NewProperty,
  style: JsonStyle,
): string {
  const valueEnd = last.offset + last.length;
  const { comma, lineEnd, isLineComment } = scanTrivia(text, valueEnd);
  const trailing = comma === undefined ? '' : ',';
  const before =
    comma === undefined
      ? `${text.slice(0, valueEnd)},${text.slice(valueEnd, lineEnd)}`
      : text.slice(0, lineEnd);
  const indent = indentAt(text, last.offset);
  const isBroken = indent !== undefined && /[\r\n]/.test(text.slice(object.offset, last.offset));
  if (isBroken) {
    return `${before}${ownLines(added, indent, style)}${trailing}${text.slice(lineEnd)}`;
  }
  const inLine = { ...style, isOneLine: true };
  const blank = style.isSpaced ? ' ' : '';
  const property = `${JSON.stringify(added.key)}:${blank}${added.value('', inLine)}`;
  // What stands behind a comment that ends its line would be part of it.
  const gap = isLineComment ? style.lineBreak : blank;
  return `${before}${gap}${property}${trailing}${text.slice(lineEnd)}`;
}

/** The property on lines of its own, each of which begins with a line break. */
export function ownLines(
  { key, value, comment }: NewProperty,
  indent: string,
  style: JsonStyle,
): string {
  const start = style.lineBreak + indent;
  const above = comment === undefined ? '' : `${start}// ${oneLine(comment)}`;
  return `${above}${start}${JSON.stringify(key)}: ${value(indent, { ...style, isOneLine: false })}`;
}

/** What would end a comment is taken out of it. */
function oneLine(comment: string): string {
  return comment.replace(/[\r\n\u2028\u2029]+/g, ' ');
}
