import { intrinsics } from '@sluice/runner-protocol';
import { stringPadEnd, stringRepeat } from './built-ins.js';
import { showValue } from './format-log.js';

const { keysOf } = intrinsics;

/** Rows and columns beyond these are counted, not shown. */
const maxRows = 100;
const maxColumns = 20;

/** `console.table`: rows and columns as aligned text; undefined when the value is no table. */
export function formatTable(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const rowKeys = keysOf(value);
  const columns: string[] = [];
  let hasValues = false;
  const rows: { readonly key: string; readonly row: unknown }[] = [];
  for (let index = 0; index < rowKeys.length && index < maxRows; index += 1) {
    const key = rowKeys[index] as string;
    const row = (value as Record<string, unknown>)[key];
    rows[rows.length] = { key, row };
    if (typeof row === 'object' && row !== null) addColumns(columns, keysOf(row));
    else hasValues = true;
  }
  const header = ['(index)'];
  for (let index = 0; index < columns.length; index += 1)
    header[index + 1] = columns[index] as string;
  if (hasValues) header[header.length] = 'Values';
  const lines: string[][] = [header];
  for (let index = 0; index < rows.length; index += 1) {
    const { key, row } = rows[index] as { key: string; row: unknown };
    lines[lines.length] = cellsOf(key, row, columns, hasValues);
  }
  const left = rowKeys.length - rows.length;
  return alignLines(lines) + (left > 0 ? `\n… ${left} more rows` : '');
}

function addColumns(columns: string[], keys: readonly string[]): void {
  for (let index = 0; index < keys.length && columns.length < maxColumns; index += 1) {
    const key = keys[index] as string;
    let isKnown = false;
    for (let at = 0; at < columns.length; at += 1) isKnown ||= columns[at] === key;
    if (!isKnown) columns[columns.length] = key;
  }
}

function cellsOf(
  key: string,
  row: unknown,
  columns: readonly string[],
  hasValues: boolean,
): string[] {
  const cells = [key];
  const isRecord = typeof row === 'object' && row !== null;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as string;
    const has = isRecord && intrinsics.hasOwn(row, column);
    cells[cells.length] = has ? showValue((row as Record<string, unknown>)[column], 0) : '';
  }
  if (hasValues) cells[cells.length] = isRecord ? '' : showValue(row, 0);
  return cells;
}

function alignLines(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (let line = 0; line < lines.length; line += 1)
    for (let cell = 0; cell < (lines[line] as string[]).length; cell += 1) {
      const { length } = (lines[line] as string[])[cell] as string;
      if (length > (widths[cell] ?? 0)) widths[cell] = length;
    }
  let text = '';
  for (let line = 0; line < lines.length; line += 1) {
    const cells = lines[line] as string[];
    let row = '';
    for (let cell = 0; cell < cells.length; cell += 1)
      row += `${cell > 0 ? ' | ' : ''}${stringPadEnd(cells[cell] as string, widths[cell] as number)}`;
    text += `${line > 0 ? '\n' : ''}${row}`;
    if (line === 0) text += `\n${rule(widths)}`;
  }
  return text;
}

function rule(widths: readonly number[]): string {
  let text = '';
  for (let cell = 0; cell < widths.length; cell += 1)
    text += `${cell > 0 ? '-|-' : ''}${stringRepeat('-', widths[cell] as number)}`;
  return text;
}
