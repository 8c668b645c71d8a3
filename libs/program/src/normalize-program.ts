import type { Position } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import { cleanCharacters } from './clean-characters.js';
import { describeFailure } from './describe-failure.js';
import { dropExports } from './drop-exports.js';
import { findImport } from './find-imports.js';
import { isFunction } from './functions-of.js';
import { createLineIndex } from './line-index.js';
import { parseBody } from './parse-body.js';
import { parseExpression } from './parse-expression.js';
import { parseModule } from './parse-module.js';
import type { ParsedText, ParseFailure } from './parsed-text.js';
import type { ProgramProblem } from './program-problem.js';
import type { Repair } from './repair.js';
import { callFunction, isPragma, returnValue } from './return-value.js';
import { statementKind } from './statement-kind.js';
import { stripHead } from './strip-head.js';
import type { TextProblem } from './text-problem.js';
import { trackText } from './tracked-text.js';
import type { TrackedText } from './tracked-text.js';
import { unwrapFences } from './unwrap-fences.js';
import type { Unwrapped } from './unwrap-fences.js';

/** A program ready to be scanned, shown, digested and run: one text for all four. */
export interface NormalizedProgram {
  /** The body of an async function; lines end with LF. */
  readonly text: string;
  /** The text as it was sent. */
  readonly original: string;
  /** What was repaired, in plain words and in order; empty when the text ran as it was sent. */
  readonly repairs: readonly string[];
  /**
   * The place in the original of a place in the text. A character that was put in has the place of
   * what follows it; a place outside the text moves to the nearest one inside.
   */
  toOriginal(position: Position): Position;
}

/** A normalised program, or the one reason why there is none. */
export type NormalizeResult =
  | { readonly ok: true; readonly program: NormalizedProgram }
  | { readonly ok: false; readonly error: ProgramProblem };

/**
 * Repairs what models really send, so that it is the body of an async function: byte order mark,
 * line ends, `#!` line, Markdown around the code, a bare or exported function that wants calling, a
 * last expression that wants returning. Every change is one of whole tokens of the syntax tree or
 * whole lines of Markdown; the code itself is never rewritten, and normalising a normalised text
 * changes nothing.
 *
 * Positions of an error are those of `code` as it was sent.
 *
 * @param options.maxBytes the limit of `sandbox.maxProgramBytes`, in bytes of UTF-8.
 * @example
 * const result = normalizeProgram('```ts\nasync () => 1\n```', { maxBytes: 262_144 });
 * // result.ok && result.program.text === 'return (async () => 1)(tools)\n'
 */
export function normalizeProgram(
  code: string,
  options: { readonly maxBytes: number },
): NormalizeResult {
  const sizeBytes = utf8Length(code);
  if (sizeBytes > options.maxBytes)
    return { ok: false, error: tooLarge(sizeBytes, options.maxBytes) };

  const draft: Draft = { tracked: trackText(code), repairs: [] };
  const problem = unwrapText(draft) ?? makeBody(draft);
  const { tracked, repairs } = draft;
  const originalLines = createLineIndex(code);
  if (problem !== undefined) {
    return { ok: false, error: inOriginal(problem, tracked, originalLines.positionAt) };
  }
  const lines = createLineIndex(tracked.text);
  return {
    ok: true,
    program: {
      text: tracked.text,
      original: code,
      repairs: [...new Set(repairs)],
      toOriginal: (position) =>
        originalLines.positionAt(tracked.originalOffset(lines.offsetAt(position))),
    },
  };
}

/** The text as far as it is repaired. */
interface Draft {
  tracked: TrackedText;
  readonly repairs: string[];
}

/** Marks, `#!` lines and fences around a program; each layer is a copy of the text. */
const maxLayers = 8;

/** Frees the code of what is around it. */
function unwrapText(draft: Draft): TextProblem | undefined {
  apply(draft, cleanCharacters(draft.tracked.text));
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const head = stripHead(draft.tracked.text);
    const fences: Unwrapped =
      head === undefined ? unwrapFences(draft.tracked.text) : { kind: 'repair', repair: head };
    if (fences.kind === 'none') return undefined;
    if (fences.kind === 'problem') return fences.problem;
    apply(draft, [fences.repair]);
  }
  return {
    code: 'PROGRAM_SYNTAX',
    message: 'Cannot find the program: too many fences or "#!" lines stand around it',
    hint: 'Send the code alone.',
  };
}

/** Makes the code the body of a function, and makes sure that it is one. */
function makeBody(draft: Draft): TextProblem | undefined {
  const { text } = draft.tracked;
  const body = parseBody(text);
  if (body.ok) return finish(draft, body.parsed, []);
  if (isHopeless(body.failure)) return describeFailure(body.failure, text);
  const module = parseModule(text);
  if (module.ok) {
    const refused = findImport(module.parsed);
    if (refused !== undefined) return refused;
    const { repairs, returnsDefault } = dropExports(text, module.parsed);
    return finish(draft, module.parsed, repairs, returnsDefault);
  }
  const lone = parseExpression(text);
  if (lone === undefined)
    return describeFailure(furthest(text, body.failure, module.failure), text);
  apply(draft, [
    isFunction(lone.expression)
      ? callFunction(lone.start, lone.end, lone.expression)
      : returnExpression(lone.start, lone.end),
  ]);
  return checkBody(draft);
}

function finish(
  draft: Draft,
  parsed: ParsedText,
  repairs: readonly Repair[],
  hasValue = false,
): TextProblem | undefined {
  const { text } = draft.tracked;
  const problem = findImport(parsed) ?? findEmpty(parsed, hasValue);
  if (problem !== undefined) return problem;
  const value = hasValue ? undefined : returnValue({ text, ...parsed });
  const all = value === undefined ? repairs : [...repairs, value];
  if (all.length === 0) return undefined;
  apply(draft, all);
  return checkBody(draft);
}

/** The repaired text must be what it is run as, whatever the repairs believed. */
function checkBody({ tracked }: Draft): TextProblem | undefined {
  const body = parseBody(tracked.text);
  return body.ok ? findImport(body.parsed) : describeFailure(body.failure, tracked.text);
}

/** A program without a single statement that does something. */
function findEmpty(
  { statements, directives, comments }: ParsedText,
  hasValue: boolean,
): TextProblem | undefined {
  const isString = directives.some((directive) => !isPragma(directive));
  if (hasValue || isString || statements.some((item) => statementKind(item) !== 'silent')) {
    return undefined;
  }
  const holds = statements.some(({ type }) => type !== 'EmptyStatement')
    ? 'it holds only types'
    : comments.length > 0
      ? 'it holds only comments'
      : 'it is empty';
  return {
    code: 'PROGRAM_EMPTY',
    message: `Cannot run the program: ${holds}`,
    hint: 'Send the body of an async function, for example: return await tools.server.tool({})',
  };
}

function returnExpression(start: number, end: number): Repair {
  return {
    edits: [
      { start, end: start, insert: 'return (' },
      { start: end, end, insert: ')' },
    ],
    note: 'returned the last expression',
  };
}

/** Whether no other reading need be tried: it would fail the same way, and each try takes time. */
function isHopeless({ kind }: ParseFailure): boolean {
  return kind === 'depth' || kind === 'effort';
}

/**
 * Of two readings of a broken text, the one that came further is the one that was meant. Only a brace
 * that is one too many leads the reading as a body astray, out of the function we put around it.
 */
function furthest(text: string, body: ParseFailure, module: ParseFailure): ParseFailure {
  const isStrayBrace = text[module.offset] === '}' && module.kind === 'syntax';
  return module.offset >= body.offset || isStrayBrace ? module : body;
}

function apply(draft: Draft, repairs: readonly Repair[]): void {
  draft.tracked = draft.tracked.edit(repairs.flatMap(({ edits }) => edits));
  draft.repairs.push(...repairs.map(({ note }) => note));
}

function tooLarge(sizeBytes: number, maxBytes: number): ProgramProblem {
  return {
    code: 'PROGRAM_TOO_LARGE',
    message: `Cannot run the program: its text has ${sizeBytes} bytes, the limit is ${maxBytes} (sandbox.maxProgramBytes)`,
    hint: 'Hand large inputs over in "data" instead of the code, or raise sandbox.maxProgramBytes.',
  };
}

function inOriginal(
  { offset, ...problem }: TextProblem,
  tracked: TrackedText,
  positionAt: (offset: number) => Position,
): ProgramProblem {
  if (offset === undefined) return problem;
  return { ...problem, position: positionAt(tracked.originalOffset(offset)) };
}
