const longest = 80;

/**
 * A name out of a file, in double quotes and harmless on a terminal: control and direction characters
 * are escaped, and what is beyond 80 characters is cut with an ellipsis that says so.
 */
export function quoteText(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(cut).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
