import { SluiceError } from '@sluice/contracts';
import type { ErrorCode, Position } from '@sluice/contracts';
import type { ConfigFile } from './config-input.js';

/** The text of one configuration file, with the means to say where something stands in it. */
export interface ConfigSource {
  readonly path: string;
  /** The text without a byte order mark; offsets count in it. */
  readonly text: string;
  /** Line and column of an offset; `\n`, `\r\n` and `\r` end a line. */
  positionAt(offset: number): Position;
  /** An error to throw: `Cannot use the configuration <path>: line L, column C: <message>`. @default code CONFIG_INVALID */
  invalid(offset: number, message: string, hint?: string, code?: ErrorCode): SluiceError;
  /** The same place and message as one line of warning. */
  warning(offset: number, message: string): string;
}

/** A {@link ConfigSource} over one file. A byte order mark in front is dropped. */
export function createConfigSource(file: ConfigFile): ConfigSource {
  const text = file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text;
  let starts: number[] | undefined;
  const positionAt = (offset: number) => findPosition((starts ??= lineStarts(text)), offset);
  const place = (offset: number) => {
    const { line, column } = positionAt(offset);
    return `${file.path}: line ${line}, column ${column}`;
  };
  return {
    path: file.path,
    text,
    positionAt,
    invalid: (offset, message, hint, code = 'CONFIG_INVALID') =>
      new SluiceError(
        code,
        `Cannot use the configuration ${place(offset)}: ${message}`,
        hint === undefined ? {} : { hint },
      ),
    warning: (offset, message) => `${place(offset)}: ${message}`,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}

function findPosition(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
