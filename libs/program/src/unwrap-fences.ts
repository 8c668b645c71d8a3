import type { Effort } from './effort.js';
import { findFences } from './find-fences.js';
import type { FencedBlock } from './find-fences.js';
import { parseBody } from './parse-body.js';
import { parseModule } from './parse-module.js';
import type { ParsedText } from './parsed-text.js';
import type { Repair } from './repair.js';
import type { TextProblem } from './text-problem.js';

/** What became of the fences of a text. */
export type Unwrapped =
  | { readonly kind: 'none' }
  | { readonly kind: 'repair'; readonly repair: Repair }
  | { readonly kind: 'problem'; readonly problem: TextProblem };

/**
 * Takes the program out of Markdown: out of one fenced block, closed or not, with or without prose
 * around it. Fences cannot be left to the parser, which takes a row of backticks for templates.
 *
 * Of several blocks the one in a language of ours counts, or else the one that names none. Two such
 * blocks are refused: they may be two parts of one program or two versions of it, and to run the
 * wrong reading would call tools twice.
 */
export function unwrapFences(text: string, effort: Effort): Unwrapped {
  const blocks = realBlocks(text, effort);
  if (blocks.length === 0) return unwrapLoneMarks(text);
  const [block, second] = codeBlocks(blocks);
  if (block === undefined || second !== undefined) {
    return { kind: 'problem', problem: severalBlocks(second ?? blocks[1]) };
  }
  if (isClosingLine(block, text)) return keepOnly(text, 0, block.start);
  return keepOnly(text, block.contentStart, block.contentEnd);
}

const ourLanguages = new Set(
  'ts typescript mts cts tsx js javascript mjs cjs jsx ecmascript node deno'.split(' '),
);

/** More blocks than this are not looked at one by one; no program stands in so many. */
const maxBlocks = 64;

/** The blocks that are Markdown rather than text of a comment or a template. */
function realBlocks(text: string, effort: Effort): readonly FencedBlock[] {
  const blocks = findFences(text);
  const [first] = blocks;
  if (first === undefined || text.slice(0, first.start).trim() === '') return blocks;
  if (blocks.length > maxBlocks) return blocks;
  const parsed = parsedText(text, effort);
  if (parsed === undefined) return blocks.filter((block) => !isInsideCode(text, block));
  // What parses is a program; only rows of backticks outside its comments betray Markdown.
  const isMarkdown = blocks.some(
    (block) => block.marker === '`' && !isInComment(parsed, block.start),
  );
  return isMarkdown ? blocks : [];
}

function parsedText(text: string, effort: Effort): ParsedText | undefined {
  const body = parseBody(text, effort);
  if (body.ok) return body.parsed;
  const module = parseModule(text, effort);
  return module.ok ? module.parsed : undefined;
}

function isInComment({ comments, shift }: ParsedText, offset: number): boolean {
  return comments.some(({ start, end }) => start - shift <= offset && offset < end - shift);
}

/** Whether a block of a text that does not parse stands in an open comment or template. */
function isInsideCode(text: string, { start, marker }: FencedBlock): boolean {
  const before = text.slice(0, start);
  if (/(?:^|\s)\/\*(?:(?!\*\/)[^])*$/.test(before.slice(before.lastIndexOf('/*') - 1))) return true;
  return marker === '~' && before.split('`').length % 2 === 0;
}

function codeBlocks(blocks: readonly FencedBlock[]): readonly FencedBlock[] {
  const ours = blocks.filter(({ language }) => ourLanguages.has(language));
  if (ours.length > 0) return ours;
  const unnamed = blocks.filter(({ language }) => language === '');
  if (unnamed.length > 0) return unnamed;
  return blocks.length === 1 ? blocks : [];
}

/** A last line of marks without an opening one: the program stands before it. */
function isClosingLine(block: FencedBlock, text: string): boolean {
  return block.language === '' && text.slice(block.contentStart).trim() === '' && block.start > 0;
}

/** Marks around the program without lines of their own: a row of backticks, code, the row again. */
function unwrapLoneMarks(text: string): Unwrapped {
  const match = /^\s*(`{3,})(?:[ \t]*(\w+)(?=\s))?/.exec(text);
  const marks = match?.[1];
  if (match === null || marks === undefined) return { kind: 'none' };
  const language = match[2]?.toLowerCase() ?? '';
  const start = ourLanguages.has(language) ? match[0].length : text.indexOf(marks) + marks.length;
  const end = text.trimEnd().length - marks.length;
  if (end < start || !text.startsWith(marks, end)) return { kind: 'none' };
  return keepOnly(text, start, end);
}

function keepOnly(text: string, start: number, end: number): Unwrapped {
  const hasProse = proseBeside.test(text.slice(0, start)) || proseBeside.test(text.slice(end));
  return {
    kind: 'repair',
    repair: {
      edits: [
        { start: 0, end: start, insert: '' },
        { start: end, end: text.length, insert: '' },
      ].filter((edit) => edit.end > edit.start),
      note: hasProse
        ? 'removed a Markdown fence and the text around it'
        : 'removed a Markdown fence',
    },
  };
}

/** A line that is not a fence and not blank. */
const proseBeside = /^(?![ \t]*(?:`{3,}|~{3,}))[ \t]*\S/m;

function severalBlocks(block: FencedBlock | undefined): TextProblem {
  return {
    code: 'PROGRAM_SYNTAX',
    message: 'Cannot choose a program: the text holds several fenced code blocks',
    hint: 'Send one program: a single block, or the code without fences.',
    ...(block === undefined ? {} : { offset: block.start }),
  };
}
