import type { ProgramProblem, TextOrigin } from '@sluice/contracts';
import { cleanCharacters } from './clean-characters.js';
import { describeFailure } from './describe-failure.js';
import { dropExports } from './drop-exports.js';
import { fullEffort } from './effort.js';
import type { Effort } from './effort.js';
import { findImport } from './find-imports.js';
import { isFunction } from './functions-of.js';
import { createLineIndex } from './line-index.js';
import { parseBody } from './parse-body.js';
import { parseExpression } from './parse-expression.js';
import { parseModule } from './parse-module.js';
import type { ParsedText, ParseFailure } from './parsed-text.js';
import type { Repair } from './repair.js';
import { callFunction, isPragma, returnValue } from './return-value.js';
import { statementKind } from './statement-kind.js';
import { stripHead } from './strip-head.js';
import type { TextProblem } from './text-problem.js';
import { trackText } from './tracked-text.js';
import type { TrackedText } from './tracked-text.js';
import { unwrapFences } from './unwrap-fences.js';
import type { Unwrapped } from './unwrap-fences.js';

/** A text that is the body of an async function, with its tree; or the one reason why it is none. */
export type NormalizeResult =
  | {
      readonly ok: true;
      /** Lines end with LF. */
      readonly text: string;
      readonly origin: TextOrigin;
      /** What was repaired, in plain words and in order; empty when the text is as it was sent. */
      readonly repairs: readonly string[];
      /** The tree of the text as a body. */
      readonly parsed: ParsedText;
    }
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
 * @param effort what all parses together may take
 */
export function normalizeProgram(code: string, effort = fullEffort(code.length)): NormalizeResult {
  const draft: Draft = { tracked: trackText(code), repairs: [], effort };
  const problem = unwrapText(draft);
  const body: Body = problem === undefined ? makeBody(draft) : { ok: false, problem };
  const { tracked, repairs } = draft;
  if (!body.ok) return { ok: false, error: inOriginal(body.problem, tracked, code) };
  return {
    ok: true,
    text: tracked.text,
    origin: tracked.origin,
    repairs: [...new Set(repairs)],
    parsed: body.parsed,
  };
}

/** The tree of a text as a body, or why there is none. */
type Body =
  | { readonly ok: true; readonly parsed: ParsedText }
  | { readonly ok: false; readonly problem: TextProblem };

/** The text as far as it is repaired. */
interface Draft {
  tracked: TrackedText;
  readonly repairs: string[];
  readonly effort: Effort;
}

/** Marks, `#!` lines and fences around a program; each layer is a copy of the text. */
const maxLayers = 8;

/** Frees the code of what is around it. */
function unwrapText(draft: Draft): TextProblem | undefined {
  apply(draft, cleanCharacters(draft.tracked.text));
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const head = stripHead(draft.tracked.text);
    const fences: Unwrapped =
      head === undefined
        ? unwrapFences(draft.tracked.text, draft.effort)
        : { kind: 'repair', repair: head };
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
function makeBody(draft: Draft): Body {
  const { effort } = draft;
  const { text } = draft.tracked;
  const body = parseBody(text, effort);
  if (body.ok) return finish(draft, body.parsed, []) ?? body;
  if (isHopeless(body.failure)) return failed(body.failure, draft);
  const module = parseModule(text, effort);
  if (module.ok) {
    const problem = findImport(module.parsed);
    if (problem !== undefined) return { ok: false, problem };
    const { repairs, returnsDefault } = dropExports(text, module.parsed);
    return finish(draft, module.parsed, repairs, returnsDefault) ?? checkBody(draft);
  }
  const lone = parseExpression(text, effort);
  if (lone === undefined) return failed(furthest(text, body.failure, module.failure), draft);
  apply(draft, [
    isFunction(lone.expression)
      ? callFunction(lone.start, lone.end, lone.expression)
      : returnExpression(lone.start, lone.end),
  ]);
  return checkBody(draft);
}

/** Undefined when nothing is left to be repaired. */
function finish(
  draft: Draft,
  parsed: ParsedText,
  repairs: readonly Repair[],
  hasValue = false,
): Body | undefined {
  const { text } = draft.tracked;
  const problem = findImport(parsed) ?? findEmpty(parsed, hasValue);
  if (problem !== undefined) return { ok: false, problem };
  const value = hasValue ? undefined : returnValue({ text, ...parsed });
  const all = value === undefined ? repairs : [...repairs, value];
  if (all.length === 0) return undefined;
  apply(draft, all);
  return checkBody(draft);
}

/** The repaired text must be what it is run as, whatever the repairs believed. */
function checkBody(draft: Draft): Body {
  const body = parseBody(draft.tracked.text, draft.effort);
  if (!body.ok) return failed(body.failure, draft);
  const problem = findImport(body.parsed);
  return problem === undefined ? body : { ok: false, problem };
}

function failed(failure: ParseFailure, { tracked, effort }: Draft): Body {
  return { ok: false, problem: describeFailure(failure, tracked.text, effort) };
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

function inOriginal(
  { offset, ...problem }: TextProblem,
  tracked: TrackedText,
  code: string,
): ProgramProblem {
  if (offset === undefined) return problem;
  return {
    ...problem,
    position: createLineIndex(code).positionAt(tracked.originalOffset(offset)),
  };
}
