import { RE2JS } from 're2js';

/** An expression whose matching takes time in proportion to its size and the text. */
export interface LinearRegex {
  /**
   * Instructions of the compiled expression. One match takes at most about 150 ns for each of them
   * and each character of the text (docs/adr/0016-re2js-for-regular-expressions.md); most take a
   * thousandth of that.
   */
  readonly size: number;
  /** Whether any part of the text matches. */
  isIn(text: string): boolean;
  /** Whether the text as a whole matches. */
  isWhole(text: string): boolean;
}

/** A compiled expression, or what is wrong with it as the end of a sentence. */
export type CompiledRegex =
  | { readonly ok: true; readonly regex: LinearRegex }
  | { readonly ok: false; readonly problem: string };

/** How an expression is read. */
export interface RegexOptions {
  /**
   * Reads it as widely as it goes: in any case, `.` matches line breaks too, `^` and `$` also at those.
   * @default false
   */
  readonly isWide?: boolean;
}

/** Longest expression, in UTF-16 code units: whatever stands in it compiles within half a second. */
const maxLength = 1000;

/** Largest expression, in instructions: repetitions are written out, `(?:abc){100}` has 300. */
const maxSize = 1000;

/**
 * Compiles an expression of RE2's syntax (https://github.com/google/re2/wiki/Syntax): Perl's without
 * back-references and look-around, which cannot be bounded.
 *
 * @example
 * const compiled = compileRegex('^[a-z]+@ours\\.example$');
 * compiled.ok && compiled.regex.isWhole('ann@ours.example') // true
 */
export function compileRegex(
  pattern: string,
  { isWide = false }: RegexOptions = {},
): CompiledRegex {
  if (pattern.length > maxLength)
    return {
      ok: false,
      problem: `has ${pattern.length} characters; at most ${maxLength} are compiled`,
    };
  const flags = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL | RE2JS.MULTILINE;
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern, isWide ? flags : 0);
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
  const size = expression.programSize();
  if (size > maxSize)
    return {
      ok: false,
      problem: `has ${size} instructions once its repetitions are written out; at most ${maxSize} are used`,
    };
  return {
    ok: true,
    regex: {
      size,
      isIn: (text) => expression.test(text),
      isWhole: (text) => expression.testExact(text),
    },
  };
}

/** The engine's own words, such as "error parsing regexp: missing closing ): `(a`". */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const reason = text.replace(/^error parsing regexp: /, '');
  return `cannot be read: ${reason.length > 120 ? `${reason.slice(0, 120)}…` : reason}`;
}
