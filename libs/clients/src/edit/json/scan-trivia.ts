import { createScanner } from 'jsonc-parser';

/** What stands behind a value, up to the next key or the end of the object. */
export interface Trivia {
  /** Where the comma stands, if there is one. */
  readonly comma: number | undefined;
  /** Behind the comma, or the value, and the comments that begin on the same line. */
  readonly lineEnd: number;
  /** Whether the last of these runs to the end of its line. */
  readonly isLineComment: boolean;
}

/** Reads blanks, comments and one comma from an offset on. */
export function scanTrivia(text: string, from: number): Trivia {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  let comma: number | undefined;
  let lineEnd = from;
  let isSameLine = true;
  let isLineComment = false;
  for (;;) {
    const kind: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    const end = offset + scanner.getTokenLength();
    if (kind === commaKind && comma === undefined) {
      comma = offset;
      [lineEnd, isLineComment] = [end, false];
      isSameLine = true;
    } else if (kind === lineBreak) isSameLine = false;
    else if (kind === lineComment || kind === blockComment) {
      if (isSameLine) [lineEnd, isLineComment] = [end, kind === lineComment];
      if (/[\r\n]/.test(text.slice(offset, end))) isSameLine = false;
    } else if (kind !== blanks) return { comma, lineEnd, isLineComment };
  }
}

// The kinds of jsonc-parser's SyntaxKind: an ambient const enum, out of reach with isolatedModules.
const [commaKind, lineComment, blockComment, lineBreak, blanks] = [5, 12, 13, 14, 15];
