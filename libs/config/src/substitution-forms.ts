/** What may stand before the colon in `{word:…}`, as alternatives of a regular expression. */
export const braceKinds = 'env|file|cmd|keychain';

const form = new RegExp(String.raw`\$\{|\{(?:${braceKinds}):`);

/**
 * Whether a text holds, or seems to hold, something that a configuration puts a value in for.
 *
 * @example holdsSubstitution('Bearer ${TOKEN}') // true
 */
export function holdsSubstitution(text: string): boolean {
  return form.test(text);
}
