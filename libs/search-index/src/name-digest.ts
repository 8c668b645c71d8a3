const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Six letters or digits that follow from a name alone, for suffixes that stay the same on every
 * machine and after every restart. FNV-1a over UTF-16 code units with a final mix; it separates
 * names, it protects nothing.
 */
export function nameDigest(name: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 16;
  return (hash >>> 0).toString(36).padStart(6, '0').slice(-6);
}
