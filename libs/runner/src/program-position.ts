import { intrinsics } from '@sluice/runner-protocol';
import type { WirePosition } from '@sluice/runner-protocol';
import { stringSplit, toNumber } from './built-ins.js';
import { prefix } from './program-text.js';

const { regExpExec, stringIndexOf } = intrinsics;

/** A frame of a stack trace inside the program. */
export interface ProgramFrame {
  readonly name?: string;
  readonly position: WirePosition;
}

const place = /data:application\/typescript[^\s()]*?:(\d+):(\d+)/;
const named = /^\s*at (?:async )?(?:new )?([^\s(][^(]*?) \(/;
const ours = /^(?:Module\.)?default$/;

/** Most frames that are kept. */
const maxFrames = 20;

/** The program's own frames of a stack trace, innermost first; those of the runner and of Deno are left out. */
export function programFrames(stack: unknown): readonly ProgramFrame[] {
  const frames: ProgramFrame[] = [];
  if (typeof stack !== 'string') return frames;
  const lines = stringSplit(stack, '\n');
  for (let index = 0; index < lines.length && frames.length < maxFrames; index += 1) {
    const line = lines[index] as string;
    const position = regExpExec(/^\s+at /, line) === null ? undefined : positionIn(line);
    if (position !== undefined) frames[frames.length] = frameOf(line, position);
  }
  return frames;
}

function frameOf(line: string, position: WirePosition): ProgramFrame {
  const name = regExpExec(named, line)?.[1];
  const isNamed = name !== undefined && regExpExec(ours, name) === null;
  return isNamed && stringIndexOf(name, 'data:') < 0 ? { name, position } : { position };
}

/** The position in the program that a text names by the program's URL. */
export function positionIn(text: string): WirePosition | undefined {
  const match = regExpExec(place, text);
  if (match === null) return undefined;
  const line = toNumber(match[1]);
  const column = toNumber(match[2]);
  if (line > 1) return { line, column };
  return { line, column: column > prefix.length ? column - prefix.length : 1 };
}
