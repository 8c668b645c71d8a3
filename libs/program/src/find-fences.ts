/** A fenced block of Markdown. Offsets are those of the text. */
export interface FencedBlock {
  /** The start of the opening line. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Behind the closing line; the end of the text for a block that was never closed. */
  readonly end: number;
  /** The first character of the fence. */
  readonly marker: '`' | '~';
  /** The language in lower case; empty when none is named. */
  readonly language: string;
  readonly isClosed: boolean;
}

/**
 * Finds the fenced blocks of a text (CommonMark 0.31, "Fenced code blocks"), with two differences
 * for the sake of what models send: any indentation is allowed, and after the language there may
 * only be attributes (`title="x"`, `{1,3}`). A line of code that stands right after the marks is no
 * opening line, so that no code is ever taken for a language.
 */
export function findFences(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenBlock | undefined;
  for (const { start, end, line } of linesOf(text)) {
    if (open === undefined) {
      open = openingOf(line, start, end);
    } else if (closes(line, open)) {
      blocks.push({ ...withoutFence(open), contentEnd: start, end, isClosed: true });
      open = undefined;
    }
  }
  if (open !== undefined) blocks.push(endOfText(open, text));
  return blocks;
}

type OpenBlock = Omit<FencedBlock, 'contentEnd' | 'end' | 'isClosed'> & { readonly fence: string };

const opening = /^[ \t]*(?<fence>`{3,}|~{3,})[ \t]*(?<language>[\w+#.-]*)(?<rest>[ \t{][^`]*)?$/;
const attributes = /^(?:\s*(?:\{[^`]*\}|[\w-]+=(?:"[^"]*"|'[^']*'|\S+)))*\s*$/;

function openingOf(line: string, start: number, contentStart: number): OpenBlock | undefined {
  const groups = opening.exec(line)?.groups;
  const fence = groups?.['fence'];
  if (fence === undefined || !attributes.test(groups?.['rest'] ?? '')) return undefined;
  const language = groups?.['language']?.toLowerCase() ?? '';
  return { start, contentStart, fence, language, marker: fence.startsWith('`') ? '`' : '~' };
}

function closes(line: string, { fence, marker }: OpenBlock): boolean {
  const trimmed = line.trim();
  return trimmed.length >= fence.length && trimmed === marker.repeat(trimmed.length);
}

/** A block that runs to the end; its closing fence may stand behind the last line of code. */
function endOfText(open: OpenBlock, text: string): FencedBlock {
  const rest = text.slice(open.contentStart).trimEnd();
  const hasFence = open.marker === '`' && rest.endsWith(open.fence);
  const contentEnd = hasFence
    ? open.contentStart + rest.length - open.fence.length
    : Math.max(text.length, open.contentStart);
  return { ...withoutFence(open), contentEnd, end: text.length, isClosed: hasFence };
}

function withoutFence({ start, contentStart, language, marker }: OpenBlock) {
  return { start, contentStart, language, marker };
}

function* linesOf(text: string): Generator<{ start: number; end: number; line: string }> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found + 1;
    yield { start, end, line: text.slice(start, found < 0 ? end : found) };
    start = end;
  }
}
