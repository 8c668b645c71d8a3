import type { PolicyRule } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import { nearestName } from './nearest-name.js';
import { quoteText } from './quote-text.js';
import type { ValueReader } from './value-reader.js';

/** What a rule, and `policyDefault`, can say. */
export const policyActions = ['allow', 'deny', 'ask'] as const;

/**
 * Reads `policy`: a list of `{ match, action }`. Any other key is an error: a condition that is
 * ignored would widen its rule. The grammar of `match` is the policy's own matter.
 *
 * @throws SluiceError `CONFIG_INVALID` that names the index and the key
 */
export function readPolicy(reader: ValueReader, node: ConfigNode): PolicyRule[] {
  return reader.items(node, 'policy').map((item, index) => {
    const path = childPath('policy', index);
    const entries = reader.entries(item, path);
    for (const { key, keyOffset } of entries) {
      if (key === 'match' || key === 'action') continue;
      throw reader.source.invalid(keyOffset, ...strangeKey(path, key));
    }
    const find = (key: string) => entries.find((entry) => entry.key === key)?.value;
    const match = find('match');
    const action = find('action');
    if (!match || !action) {
      const missing = match ? 'action' : 'match';
      throw reader.source.invalid(item.offset, `${path} has no "${missing}"`, shape);
    }
    return {
      match: reader.text(match, childPath(path, 'match')),
      action: reader.choice(action, childPath(path, 'action'), policyActions),
    };
  });
}

const shape = 'A rule is { "match": "mcp__server__tool*", "action": "allow" | "deny" | "ask" }.';

function strangeKey(path: string, key: string): [message: string, hint: string] {
  const name = childPath(path, key);
  if (key === 'when' || key === 'annotations')
    return [
      `${name} is not supported by this version yet`,
      `Without ${quoteText(key)} the rule covers every call of its tools: write it so if that is meant, or remove it.`,
    ];
  const near = nearestName(key, ['match', 'action', 'when', 'annotations']);
  return [
    `${name} is not a key of a rule${near === undefined ? '' : `; did you mean ${quoteText(near)}?`}`,
    shape,
  ];
}
