/** Longest name or path that a message shows, in UTF-16 code units. */
const longest = 200;

/** A name in double quotes, harmless on a terminal: characters that nobody sees are escapes, and a long one is cut. */
export function quoteName(name: string): string {
  const cut = name.length > longest ? `${name.slice(0, longest)}…` : name;
  return JSON.stringify(cut).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (hidden) =>
    [...Array(hidden.length).keys()]
      .map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
