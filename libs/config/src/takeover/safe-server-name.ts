/**
 * A name that a server may have here, as near as can be to the one that another program lets it have.
 *
 * @example safeServerName('acme/docs__v2') // 'acme-docs_v2'
 */
export function safeServerName(name: string): string {
  const clean = name
    .replace(/[^\p{L}\p{M}\p{N}\-. _]+/gu, '-')
    .replace(/_{2,}/g, '_')
    .slice(0, longest)
    .replace(/^[\s_-]+|[\s_-]+$/g, '');
  return clean === '' ? 'server' : clean;
}

/** Room is left for what tells two of one name apart. */
const longest = 100;
