import { errorMessage, intrinsics } from '@sluice/runner-protocol';
import type { RunThrow, WirePosition } from '@sluice/runner-protocol';
import { inspect, isError, stringSplit } from './built-ins.js';
import { callSiteOf } from './call-sites.js';
import { hintFor } from './hint-for.js';
import { positionInMessage, programFrames } from './program-position.js';
import type { ProgramFrame } from './program-position.js';
import { mediaType } from './program-text.js';
import { reasonsOf } from './reasons-of.js';

const {
  jsonStringify,
  regExpExec,
  stringIndexOf,
  stringSlice,
  stringStartsWith: startsWith,
} = intrinsics;

/** Longest message of a report, and longest of its other texts, in characters; the rest is counted. */
const maxMessageLength = 65_536;
const maxTextLength = 2048;

/** What the program threw, as the payload of `run-throw`. Anything can be thrown; nothing of it is trusted. */
export function describeThrow(thrown: unknown, phase: RunThrow['phase']): string {
  const frames = framesOf(thrown);
  const isHarmless = isHarmlessError(thrown);
  const name = isHarmless ? (textMember(thrown, 'name') ?? 'Error') : 'Error';
  const message = isHarmless
    ? withoutPlace(errorMessage(thrown)) + reasonsOf(thrown)
    : `The program threw ${showThrown(thrown)}`;
  return asPayload({
    phase,
    name,
    message,
    code: textMember(thrown, 'code'),
    hint: textMember(thrown, 'hint') ?? (isHarmless ? hintFor(name, message) : throwErrors),
    position: frames[0]?.position,
    frames,
    server: textMember(thrown, 'server'),
    tool: textMember(thrown, 'tool'),
  });
}

/** Deno ends the message of a failed import with the URL of the importing module: the whole program in base64. */
function withoutPlace(message: string): string {
  return stringSlice(message, 0, indexOrEnd(message, `\n    at ${mediaType};base64,`));
}

/** Anything else carries no place. */
const throwErrors = 'Throw an Error: it tells the line.';

/** Why the program could not be loaded, as the payload of `run-throw`. `program` is its text. */
export function describeLoadError(error: unknown, program: string): string {
  const text = errorMessage(error);
  // V8's own syntax errors have the class; those of the transpiler, the word.
  const isSyntax = textMember(error, 'name') === 'SyntaxError' || startsWith(text, 'SyntaxError: ');
  if (isSyntax) return describeSyntaxError(error, text, program);
  // A program that closed the wrapper can import and can run at once: the import met Deno's
  // permissions and flags, or what ran threw.
  const isImport = regExpExec(/^(?:Requires |Import |JSR |A remote |.*specifier)/, text) !== null;
  return isImport ? asPayload(importRefused) : describeThrow(error, 'run');
}

function describeSyntaxError(error: unknown, text: string, program: string): string {
  const position = positionInMessage(text) ?? framesOf(error)[0]?.position;
  const firstLine = stringSlice(text, 0, indexOrEnd(text, '\n'));
  const message = stringSlice(firstLine, 0, indexOrEnd(firstLine, ' at data:'));
  return asPayload({
    ...importRefused,
    name: 'SyntaxError',
    message: startsWith(message, 'SyntaxError: ') ? stringSlice(message, 13) : message,
    code: 'PROGRAM_SYNTAX',
    hint: undefined,
    position: clampPosition(position, program),
  });
}

const importRefused: Members = {
  phase: 'compile',
  name: 'Error',
  message: 'Imports are not available in a program: call a tool instead',
  code: 'PROGRAM_IMPORT',
  hint: 'search("what you need") finds the tool.',
  position: undefined,
  frames: [],
  server: undefined,
  tool: undefined,
};

type Members = { readonly [Key in keyof RunThrow]: RunThrow[Key] | undefined };

/** Built by hand: `JSON.stringify` of an object would honour a `toJSON` that the program put on `Object.prototype`. */
function asPayload(members: Members): string {
  const texts = ['name', 'message', 'code', 'hint', 'server', 'tool'] as const;
  let json = `{"phase":"${members.phase}","frames":${framesJson(members.frames ?? [])}`;
  for (let index = 0; index < texts.length; index += 1) {
    const key = texts[index] as (typeof texts)[number];
    const text = members[key];
    if (text !== undefined)
      json += `,"${key}":${jsonStringify(shorten(text, key === 'message' ? maxMessageLength : maxTextLength))}`;
  }
  if (members.position !== undefined) json += `,"position":${positionJson(members.position)}`;
  return `${json}}`;
}

function framesJson(frames: readonly ProgramFrame[]): string {
  let json = '[';
  for (let index = 0; index < frames.length; index += 1) {
    const { name, position } = frames[index] as ProgramFrame;
    json += `${index > 0 ? ',' : ''}{"position":${positionJson(position)}`;
    json += name === undefined ? '}' : `,"name":${jsonStringify(shorten(name, maxTextLength))}}`;
  }
  return `${json}]`;
}

function positionJson({ line, column }: WirePosition): string {
  return `{"line":${line},"column":${column}}`;
}

function framesOf(thrown: unknown): readonly ProgramFrame[] {
  if (typeof thrown !== 'object' || thrown === null) return [];
  const frames = programFrames(textMember(thrown, 'stack'));
  return frames.length > 0 ? frames : programFrames(callSiteOf(thrown)?.stack);
}

function isHarmlessError(thrown: unknown): thrown is Error {
  try {
    return isError(thrown);
  } catch {
    return false;
  }
}

/** A thing that is no error, as `throw "text"`: in quotes, else as the console shows it. */
function showThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return `"${thrown}"`;
  try {
    const shown = inspect(thrown, { depth: 2 });
    return stringSlice(shown, 0, indexOrEnd(shown, '\n    at '));
  } catch {
    return 'something that cannot be read';
  }
}

function textMember(thrown: unknown, key: string): string | undefined {
  try {
    const value: unknown = (thrown as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The compiler sees the wrapper's closing line too: what it finds there is at the end of the program. */
function clampPosition(
  position: WirePosition | undefined,
  program: string,
): WirePosition | undefined {
  const lines = stringSplit(program, '\n');
  if (position === undefined || position.line <= lines.length) return position;
  return { line: lines.length, column: (lines[lines.length - 1] as string).length + 1 };
}

function indexOrEnd(text: string, part: string): number {
  const index = stringIndexOf(text, part);
  return index < 0 ? text.length : index;
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${stringSlice(text, 0, maxLength)}… (${text.length - maxLength} more characters)`;
}
