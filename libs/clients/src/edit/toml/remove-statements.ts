import type { ServerStatement } from './toml-document.js';

type Range = readonly [start: number, end: number];
interface Ranged {
  readonly range: Range;
}

/** Takes statements out: tables with their lines and the empty lines behind them, keys with theirs. */
export function removeStatements(text: string, statements: readonly ServerStatement[]): string {
  const gone = new Set<unknown>(statements.map(({ node }) => node));
  const ranges = statements.map((statement) =>
    statement.kind === 'key' && statement.inside
      ? inInline(statement.node, statement.inside.body, gone)
      : wholeLines(text, statement.node.range, statement.kind === 'table'),
  );
  const inOrder = [...ranges].sort((one, two) => two[0] - one[0]);
  return inOrder.reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** With the comma behind it; where nothing behind it stays, with the one before it. */
function inInline(node: Ranged, body: readonly Ranged[], gone: ReadonlySet<unknown>): Range {
  const index = body.indexOf(node);
  const next = body[index + 1];
  if (next && body.slice(index + 1).some((one) => !gone.has(one)))
    return [node.range[0], next.range[0]];
  return [body[index - 1]?.range[1] ?? node.range[0], node.range[1]];
}

function wholeLines(text: string, [start, end]: Range, isTable: boolean): Range {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = lineAfter(text, end);
  if (!isTable) return [lineStart, lineEnd];
  const blank = /^(?:[ \t]*\r?\n)+/.exec(text.slice(lineEnd))?.[0] ?? '';
  // At the end of the file, the empty lines before it go instead.
  if (text.slice(lineEnd + blank.length).trim() !== '') return [lineStart, lineEnd + blank.length];
  const before = /(?:^|\n)((?:[ \t]*\r?\n)+)$/.exec(text.slice(0, lineStart))?.[1] ?? '';
  return [lineStart - before.length, lineEnd];
}

function lineAfter(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}
