import { isHookName } from './is-hook-name.js';
import { isIdentifier } from './is-identifier.js';
import { nameDigest } from './name-digest.js';
import { toIdentifier } from './to-identifier.js';

/** Longest name, in UTF-16 code units, that is kept as it is. */
const MAX_KEPT_LENGTH = 128;

/** How {@link assignIdentifiers} chooses. */
export interface IdentifierRules {
  /** Stands in for a name of which nothing is left, as in `tool_1k2x9a`. */
  readonly fallback: string;
  /** Identifiers that nobody may have, beside the names that the language itself calls. */
  readonly refuses: (identifier: string) => boolean;
}

/**
 * Gives every name an identifier of its own. A name that already is one keeps it; a name that has
 * its closest identifier to itself gets that; all others get it with a digest of their name. The
 * answer depends on the set of names only, never on their order, and no identifier equals another
 * entry's name.
 */
export function assignIdentifiers(
  names: Iterable<string>,
  rules: IdentifierRules,
): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  const isFree = (identifier: string) => !rules.refuses(identifier) && !isHookName(identifier);
  const assigned = new Map<string, string>();
  const taken = new Set<string>(sorted);

  const wishes = new Map<string, { readonly name: string; readonly exact: boolean }[]>();
  for (const name of sorted) {
    if (name.length <= MAX_KEPT_LENGTH && isIdentifier(name) && isFree(name)) {
      assigned.set(name, name);
      continue;
    }
    const { text, exact } = toIdentifier(name);
    const base = text === '' ? rules.fallback : isFree(text) ? text : `${text}_`;
    const wish = wishes.get(base);
    if (wish === undefined) wishes.set(base, [{ name, exact }]);
    else wish.push({ name, exact });
  }

  const crowded: { readonly name: string; readonly base: string }[] = [];
  for (const [base, [first, ...others]] of wishes) {
    if (first === undefined) continue;
    if (others.length === 0 && first.exact && !taken.has(base)) {
      assigned.set(first.name, base);
      taken.add(base);
    } else {
      for (const { name } of [first, ...others]) crowded.push({ name, base });
    }
  }

  for (const { name, base } of crowded) {
    let identifier = `${base}_${nameDigest(name)}`;
    for (let round = 1; taken.has(identifier); round++) {
      identifier = `${base}_${nameDigest(`${name}\n${round}`)}`;
    }
    assigned.set(name, identifier);
    taken.add(identifier);
  }
  return assigned;
}
