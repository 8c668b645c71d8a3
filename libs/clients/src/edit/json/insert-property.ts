import type { Node } from 'jsonc-parser';
import { indentAt, lineIndent } from './json-style.js';
import type { JsonStyle } from './json-style.js';
import { scanTrivia } from './scan-trivia.js';

/** A value to be written: its text, for the indentation of the line that it begins on. */
export type ValueText = (indent: string, style: JsonStyle) => string;

/**
 * Puts a property behind the last one of an object: comments, order, commas and the way of writing of what is
 * there stay.
 */
export function insertProperty(
  text: string,
  object: Node,
  key: string,
  value: ValueText,
  style: JsonStyle,
): string {
  const last = object.children?.at(-1);
  return last === undefined
    ? intoEmpty(text, object, key, value, style)
    : behindLast(text, object, last, key, value, style);
}

function intoEmpty(
  text: string,
  object: Node,
  key: string,
  value: ValueText,
  style: JsonStyle,
): string {
  const [start, end] = [object.offset + 1, object.offset + object.length - 1];
  const inner = text.slice(start, end).trimEnd();
  const name = JSON.stringify(key);
  if (style.isOneLine && inner === '') {
    const blank = style.isSpaced ? ' ' : '';
    const property = `${name}:${blank}${value('', style)}`;
    return `${text.slice(0, start)}${blank}${property}${blank}${text.slice(end)}`;
  }
  const outer = lineIndent(text, object.offset);
  const indent = outer + style.indent;
  const broken = { ...style, isOneLine: false };
  const property = `${style.lineBreak}${indent}${name}: ${value(indent, broken)}`;
  return `${text.slice(0, start)}${inner}${property}${style.lineBreak}${outer}${text.slice(end)}`;
}

function behindLast(
  text: string,
  object: Node,
  last: Node,
  key: string,
  value: ValueText,
  style: JsonStyle,
): string {
  const name = JSON.stringify(key);
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
    const property = `${name}: ${value(indent, { ...style, isOneLine: false })}`;
    return `${before}${style.lineBreak}${indent}${property}${trailing}${text.slice(lineEnd)}`;
  }
  const inLine = { ...style, isOneLine: true };
  const blank = style.isSpaced ? ' ' : '';
  const property = `${name}:${blank}${value('', inLine)}`;
  // What stands behind a comment that ends its line would be part of it.
  const gap = isLineComment ? style.lineBreak : blank;
  return `${before}${gap}${property}${trailing}${text.slice(lineEnd)}`;
}
