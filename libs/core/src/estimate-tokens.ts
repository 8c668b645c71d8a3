/** Bytes of UTF-8 for one token: what tokenizers of current models make of English text and of JSON, within a third. */
export const bytesPerToken = 4;

/**
 * About how many tokens a text of so many bytes takes: a quarter. An estimate, said as one wherever it is
 * shown: no tokenizer is asked, for the client's model is not known here.
 *
 * @example estimateTokens(1000) // 250
 */
export function estimateTokens(bytes: number): number {
  return Math.round(bytes / bytesPerToken);
}
