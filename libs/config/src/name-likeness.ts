/**
 * The same for names of servers that could be taken for each other, by people or in programs: those that differ only in
 * case, in form (NFKC), or in what is no letter and no digit. Letters of other scripts that look alike are not the same.
 *
 * @example nameLikeness('My.server') === nameLikeness('my_server') // true
 */
export function nameLikeness(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
}
