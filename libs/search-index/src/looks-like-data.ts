/** Longest name that a program's author would give a field, in UTF-16 code units. */
const MAX_LENGTH = 40;
const FIELD_NAME = /^[$_@]?[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)*$/;
/** Ids: four digits and more in a row, hexadecimal of eight and more with a digit, letters and digits mixed again and again. */
const ID = /\d{4}|^(?=.*\d)[0-9a-f-]{8,}$|(?:[A-Za-z]\d+){3}|\d[A-Za-z]+\d[A-Za-z]+\d/i;

/**
 * Whether the key of an object may be data (an id, a mail address, a path, a text of a person) rather than the name of a
 * field. When in doubt it is.
 *
 * @example looksLikeData('created_at') // false
 * @example looksLikeData('ann@ours.example') // true
 */
export function looksLikeData(name: string): boolean {
  return name.length > MAX_LENGTH || !FIELD_NAME.test(name) || ID.test(name);
}
