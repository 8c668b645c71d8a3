/**
 * JSON text whose invisible characters are escapes: a reader sees what a model would. Valid JSON
 * stays valid, for such characters stand only inside its strings.
 *
 * @example spellOut(JSON.stringify('a\u200b')) // '"a\\u200b"'
 */
export function spellOut(json: string): string {
  return json.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (hidden) =>
    [...Array(hidden.length).keys()]
      .map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
