/** A segment `..` between separators, which a URL may also spell with `%`. */
const parentSegment = /(?:^|[\\/]|%2f|%5c)(?:\.|%2e){2}(?:$|[\\/]|%2f|%5c)/i;

/** Whether a text has a path segment `..`: then where it leads cannot be told from the text. */
export function hasParentSegment(text: string): boolean {
  return text.includes('.', text.indexOf('.') + 1) || text.includes('%')
    ? parentSegment.test(text)
    : false;
}

/**
 * The path without what systems pass over: `\` is `/`, and `//`, `/./`, a leading `./` and a `/` at the
 * end are gone. The text itself where there is none of that.
 *
 * @example plainPath('.//etc\\passwd/') // 'etc/passwd'
 */
export function plainPath(text: string): string {
  const plain = text
    .replaceAll('\\', '/')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^\.\/|(?<=[^/])\/\.?$/g, '');
  return plain === '' ? text : plain;
}
