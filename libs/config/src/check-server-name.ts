import type { ConfigSource } from './config-source.js';
import { quoteText } from './quote-text.js';
import { textLimits } from './settings-limits.js';

/** The rule as it is said to the user. */
const rule =
  `A server name holds letters, digits, "-", ".", spaces and single "_", ` +
  `no space at its ends and no "_" at its end, at most ${textLimits.serverNameLength} characters.`;

/**
 * Checks a server name. `__` separates server and tool in tool ids, so neither a name nor the seam of a
 * name and a tool may hold a further one.
 *
 * @throws SluiceError `CONFIG_INVALID` with the rule
 */
export function checkServerName(source: ConfigSource, name: string, offset: number): void {
  const problem = problemOf(name);
  if (problem === undefined) return;
  throw source.invalid(offset, `the server name ${quoteText(name)} ${problem}`, rule);
}

function problemOf(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (name.trim() !== name) return 'starts or ends with a space';
  if (name.length > textLimits.serverNameLength) return `has ${name.length} characters`;
  const stranger = /[^\p{L}\p{M}\p{N}\-. _]/u.exec(name)?.[0];
  if (stranger !== undefined) return `holds ${quoteText(stranger)}`;
  if (name.includes('__')) return 'holds "__"';
  if (name.endsWith('_')) return 'ends with "_"';
  return undefined;
}
