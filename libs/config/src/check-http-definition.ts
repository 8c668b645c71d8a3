import type { HttpDefinition } from '@sluice/contracts';
import { quoteText } from './quote-text.js';
import type { ServerProblems } from './server-problems.js';

/** Notes what would keep a remote server from being reached, without repeating any value. */
export function checkHttpDefinition(definition: HttpDefinition, problems: ServerProblems): void {
  if (problems.first()) return;
  if (!isHttpUrl(definition.url))
    return problems.add(
      'its url is no address that starts with http:// or https://',
      'Write the whole address, such as https://example.com/mcp.',
    );
  const { username, password } = new URL(definition.url);
  // fetch refuses such an address, and repeats it whole in its error.
  if (username !== '' || password !== '')
    return problems.add(
      'its url holds a user name or a password',
      'Put them into "headers" instead: { "Authorization": "Basic …" }.',
    );
  for (const [name, value] of Object.entries(definition.headers)) {
    // A token of RFC 9110 section 5.6.2.
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
      return problems.add(
        `headers has a name ${quoteText(name)} that HTTP does not allow`,
        'Write a header name without spaces, colons and the like.',
      );
    // Field content of RFC 9110 section 5.5, as fetch takes it: Latin-1 without control characters.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return problems.add(
        `headers.${name} holds a character that HTTP does not allow`,
        'Remove line breaks, control characters and characters beyond Latin-1 from the value.',
      );
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
