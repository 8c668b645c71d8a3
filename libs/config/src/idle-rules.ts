import type { PolicyRule, ServerDefinition } from '@sluice/contracts';
import { quoteText } from './quote-text.js';

/**
 * A warning for each rule that can match no tool, whatever the servers list: `gh.*`, or the name of a
 * server that is not there. Such a deny is a hole that looks like a wall.
 */
export function idleRules(
  policy: readonly PolicyRule[],
  servers: readonly ServerDefinition[],
): readonly string[] {
  const heads = headsOf(servers);
  return policy
    .filter((rule) => fitsNoServer(rule, servers))
    .map(
      ({ match, action }) =>
        `the rule ${quoteText(match)} (${action}) can match no tool: ${servers.length === 0 ? 'a tool id reads "mcp__server__tool"' : `the ids of the configured servers begin with ${some(heads)}`}`,
    );
}

/** Whether no tool of these servers can have an id that the rule matches, whatever they list. */
export function fitsNoServer(rule: PolicyRule, servers: readonly ServerDefinition[]): boolean {
  return !headsOf(servers).some((head) => canMatch(rule, head));
}

function headsOf(servers: readonly ServerDefinition[]): readonly string[] {
  return servers.length === 0 ? ['mcp__'] : servers.map(({ name }) => `mcp__${name}__`);
}

/** Whether an id that begins with `head` may fit: the text before the first wildcard decides. */
function canMatch({ match, action }: PolicyRule, head: string): boolean {
  const start = spelt(match.replace(/[*?].*$/s, ''), action);
  const wanted = spelt(head, action);
  const isWhole = !/[*?]/.test(match);
  return start.startsWith(wanted) || (!isWhole && wanted.startsWith(start));
}

/** Allow compares exactly; deny and ask take case and the characters that programs write as `_` for the same. */
function spelt(text: string, action: PolicyRule['action']): string {
  return action === 'allow' ? text : text.toLowerCase().replace(/[^\p{L}\p{N}_]/gu, '_');
}

function some(heads: readonly string[]): string {
  const shown = heads.slice(0, 5).map(quoteText).join(', ');
  return heads.length > 5 ? `${shown} and ${heads.length - 5} more` : shown;
}
