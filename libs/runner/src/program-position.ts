import { intrinsics } from '@sluice/runner-protocol';
import type { WirePosition } from '@sluice/runner-protocol';
import { stringSplit, toNumber } from './built-ins.js';
import { programColumn } from './stack-traces.js';

const { newList, regExpExec } = intrinsics;

/** A frame of a stack trace inside the program. */
export interface ProgramFrame {
  readonly name?: string;
  readonly position: WirePosition;
}

const frame = /^ {4}at (?:async )?(?:(.*) \()?program\.ts:(\d{1,9}):(\d{1,9})\)?$/;
const moduleUrl = /data:application\/typescript;base64,[\w+/=.]*:(\d{1,9}):(\d{1,9})/;

/** Most frames that are kept. */
const maxFrames = 20;

/** The frames of a stack trace as `holdStackTraces` writes them, innermost first. */
export function programFrames(stack: unknown): readonly ProgramFrame[] {
  const frames = newList<ProgramFrame>();
  if (typeof stack !== 'string') return frames;
  const lines = stringSplit(stack, '\n');
  for (let index = 0; index < lines.length && frames.length < maxFrames; index += 1) {
    const match = regExpExec(frame, lines[index] as string);
    if (match === null) continue;
    const position = { line: toNumber(match[2]), column: toNumber(match[3]) };
    frames[frames.length] = match[1] === undefined ? { position } : { name: match[1], position };
  }
  return frames;
}

/** The position that a compiler's message names by the URL of the program's module. */
export function positionInMessage(message: string): WirePosition | undefined {
  const match = regExpExec(moduleUrl, message);
  if (match === null) return undefined;
  const line = toNumber(match[1]);
  return { line, column: programColumn(line, toNumber(match[2])) };
}
