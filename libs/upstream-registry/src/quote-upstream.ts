/** Longest text of an upstream inside one of our messages, in characters. */
const maxLength = 400;

/**
 * An upstream's words as they may stand inside an error message: in quotes, on one line, without
 * control characters, and short.
 */
export function quoteUpstream(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `"${clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean}"`;
}
