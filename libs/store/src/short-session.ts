/** Digits of a digest that tell sessions apart for a person. */
const shortLength = 16;

/** A session's digest as logs, usage and lists of results show it. */
export function shortSession(digest: string): string {
  return digest.slice(0, shortLength);
}
