const GAP = /(?:[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point})+/u;
const START = /^[\p{ID_Start}$_]/u;
const MAX_CODE_POINTS = 64;

/**
 * The identifier closest to a name: what an identifier cannot hold becomes `_` between the parts
 * and vanishes at the ends; a leading digit gets a `_`. `exact` is false where something other than
 * a separator was lost, so that the caller adds a suffix; `text` is empty when nothing was left.
 *
 * @example toIdentifier('my-server') // { text: 'my_server', exact: true }
 * @example toIdentifier('🧪') // { text: '', exact: false }
 */
export function toIdentifier(name: string): { readonly text: string; readonly exact: boolean } {
  const parts = name.slice(0, 4 * MAX_CODE_POINTS).split(GAP);
  const joined = parts.filter((part) => part !== '').join('_');
  const safe = joined === '' || START.test(joined) ? joined : `_${joined}`;
  const points = Array.from(safe);
  const isCut = points.length > MAX_CODE_POINTS || name.length > 4 * MAX_CODE_POINTS;
  return { text: points.slice(0, MAX_CODE_POINTS).join(''), exact: safe !== '' && !isCut };
}
