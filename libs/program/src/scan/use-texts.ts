import type { ToolValue } from './tool-value.js';

/** Why a member with a computed key hides which tool is meant. */
export function computedKey(value: ToolValue): string {
  switch (value.kind) {
    case 'tools':
      return 'the server name is computed';
    case 'server':
      return `the tool name of "${shown(value.server)}" is computed`;
    default:
      return `a member of "${describe(value)}" is computed`;
  }
}

/** A value in a word: the name that stands for it in programs. */
export function describe(value: ToolValue): string {
  switch (value.kind) {
    case 'server':
      return shown(value.server);
    case 'tool':
      return shown(value.tool);
    case 'global':
      return 'globalThis';
    case 'tools':
    case 'call':
    case 'text':
      return value.kind;
    default:
      return value satisfies never;
  }
}

/** A name from the program, short enough for a line and without line breaks. */
export function shown(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}"]/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
