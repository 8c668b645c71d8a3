import type { Node } from 'jsonc-parser';
import type { JsonDocument } from './json-document.js';

/** How a document is written, so that what is added looks like the rest. */
export interface JsonStyle {
  readonly lineBreak: string;
  /** One step of indentation. */
  readonly indent: string;
  /** Whether everything stands on one line. */
  readonly isOneLine: boolean;
  /** Whether a blank stands behind colons and commas. */
  readonly isSpaced: boolean;
}

/** Reads the style off a document; where it shows none, two blanks and `\n`. */
export function jsonStyle({ text, root }: JsonDocument): JsonStyle {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const body = root === undefined ? '' : text.slice(root.offset, root.offset + root.length);
  return {
    lineBreak,
    indent: stepOf(text, root) ?? '  ',
    isOneLine: (root?.children?.length ?? 0) > 0 && !/[\r\n]/.test(body),
    isSpaced: !/"\s*:\S/.test(body) || /":\s/.test(body),
  };
}

function stepOf(text: string, root: Node | undefined): string | undefined {
  const first = root?.children?.[0];
  if (first === undefined) return undefined;
  const indent = indentAt(text, first.offset);
  if (indent === undefined || root === undefined) return undefined;
  const outer = indentAt(text, root.offset) ?? '';
  return indent.startsWith(outer) ? indent.slice(outer.length) || undefined : undefined;
}

/** The blanks before an offset, where nothing else stands before it on its line. */
export function indentAt(text: string, offset: number): string | undefined {
  const start =
    Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const before = text.slice(start, offset);
  return /^[ \t\ufeff]*$/.test(before) ? before.replace('\ufeff', '') : undefined;
}

/** The blanks at the start of the line of an offset. */
export function lineIndent(text: string, offset: number): string {
  const start =
    Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset).replace('\ufeff', ''))?.[0] ?? '';
}

/** A value as text of that style, its first line without indentation. */
export function printJson(value: unknown, style: JsonStyle, indent: string): string {
  if (!style.isOneLine)
    return JSON.stringify(value, undefined, style.indent).replaceAll(
      '\n',
      `${style.lineBreak}${indent}`,
    );
  return style.isSpaced ? printSpaced(value) : JSON.stringify(value);
}

function printSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${printSpaced(inner)}`,
  );
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}
