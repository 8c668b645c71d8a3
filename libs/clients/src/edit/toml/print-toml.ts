/** A key, in quotes where it needs them. */
export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key);
}

/** A text in double quotes: the escapes of JSON are those of TOML, but for U+007F. */
export function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** A text, or a list of texts. */
export function tomlValue(value: string | readonly string[]): string {
  return typeof value === 'string' ? tomlText(value) : `[${value.map(tomlText).join(', ')}]`;
}
