import { nameDigest } from './name-digest.js';

/** A tool that is to get a name of its own among those of all servers. */
export interface DirectNameWish {
  /** Unique among all; what a suffix is made of. */
  readonly id: string;
  /** Stands before the name; nothing does where it is empty. */
  readonly prefix: string;
  readonly tool: string;
}

/** Longest name that every client takes, in characters. */
const maxLength = 64;

/** A suffix and the `_` before it. */
const suffixLength = 7;

/**
 * Gives each tool a name as clients take it: `<prefix>_<tool>` of at most 64 letters, digits, `_`, `-` and
 * `.`. Where that is too long, loses more than a space, or two tools would have it (`a_b` + `c` and `a` +
 * `b_c`), all of them get a suffix that follows from their ids alone. The answer depends on the set of the
 * wishes only, never on their order.
 *
 * @returns names by `id`
 * @example assignDirectNames([{ id: 'mcp__files__read', prefix: 'files', tool: 'read' }]).get('mcp__files__read') // 'files_read'
 */
export function assignDirectNames(wishes: readonly DirectNameWish[]): ReadonlyMap<string, string> {
  const byBase = new Map<string, { readonly id: string; readonly isExact: boolean }[]>();
  for (const { id, prefix, tool } of wishes) {
    const wanted = (prefix === '' ? tool : `${prefix}_${tool}`).replace(/\s/gu, '_');
    const base = wanted.replace(/[^A-Za-z0-9_.-]/gu, '_');
    const isExact = base === wanted && base.length <= maxLength && base !== '';
    const others = byBase.get(base);
    if (others === undefined) byBase.set(base, [{ id, isExact }]);
    else others.push({ id, isExact });
  }

  const names = new Map<string, string>();
  const taken = new Set<string>();
  const crowded: { readonly id: string; readonly base: string }[] = [];
  for (const [base, sharers] of byBase) {
    const [first, ...others] = sharers;
    if (first?.isExact === true && others.length === 0) {
      names.set(first.id, base);
      taken.add(base);
    } else crowded.push(...sharers.map(({ id }) => ({ id, base })));
  }
  for (const { id, base } of crowded.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const stem = base.slice(0, maxLength - suffixLength);
    let name = `${stem}_${nameDigest(id)}`;
    for (let round = 1; taken.has(name); round += 1)
      name = `${stem}_${nameDigest(`${id}\n${round}`)}`;
    names.set(id, name);
    taken.add(name);
  }
  return names;
}
