/** Words that settings are made of. */
const words =
  /^(?:true|false|production|development|staging|testing|default|enabled|disabled|verbose|warning|localhost)$/i;

const path = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@ -]+)+[\\/]?$/;

/**
 * Whether a value is a folder, a file or one of a few words: replaced everywhere, it would make errors useless.
 * A path with a part that looks random is none.
 */
export function isPlainSetting(value: string): boolean {
  return words.test(value) || (path.test(value) && !value.split(/[\\/]/).some(looksRandom));
}

/** Words of a path are letters; keys mix digits in, and have no end. */
function looksRandom(part: string): boolean {
  return part.length >= 12 && (part.match(/\d/g) ?? []).length >= 3 && /[A-Za-z]/.test(part);
}
