const BOUNDARY =
  /(?<=[.!?;])\s+|\n+|,\s+(?=and |then |also )|\s+(?:and then|then|also|additionally|after that|finally|furthermore|moreover)\s+/i;

/**
 * The needs in a text of several sentences or of steps told one after the other; the text itself
 * where it has only one.
 *
 * @example splitNeeds('Find the issue, then close it') // ['Find the issue', 'then close it']
 */
export function splitNeeds(text: string): readonly string[] {
  return text
    .split(BOUNDARY)
    .map((need) => need.trim())
    .filter((need) => need !== '');
}
