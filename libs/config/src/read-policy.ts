import { nearestName } from '@sluice/contracts';
import type { ArgumentCondition, HintConditions, PolicyRule } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import { hintKeys, policyActions, ruleKeys } from './keys/rule-keys.js';
import { readCondition } from './read-condition.js';
import { didYouMean } from './unknown-key.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads `policy`: a list of `{ match, action, when?, annotations? }`. Any other key is an error: a
 * condition that is ignored would widen its rule. The grammars of `match` and of conditions are the
 * policy's own matter.
 *
 * @throws SluiceError `CONFIG_INVALID` that names the index and the key
 */
export function readPolicy(reader: ValueReader, node: ConfigNode): PolicyRule[] {
  return reader.items(node, 'policy').map((item, index) => {
    const path = childPath('policy', index);
    const entries = reader.entries(item, path);
    for (const { key, keyOffset } of entries)
      if (!Object.hasOwn(ruleKeys, key))
        throw reader.source.invalid(
          keyOffset,
          `${childPath(path, key)} is not a key of a rule${didYouMean(nearestName(key, Object.keys(ruleKeys)))}`,
          shape,
        );
    const find = (key: keyof typeof ruleKeys) => entries.find((entry) => entry.key === key)?.value;
    const [match, action] = [find('match'), find('action')];
    if (!match || !action) {
      const missing = match ? 'action' : 'match';
      throw reader.source.invalid(item.offset, `${path} has no "${missing}"`, shape);
    }
    const [when, annotations] = [find('when'), find('annotations')];
    return {
      match: reader.text(match, childPath(path, 'match')),
      action: reader.choice(action, childPath(path, 'action'), policyActions),
      ...(when && { when: readWhen(reader, when, childPath(path, 'when')) }),
      ...(annotations && {
        annotations: readHints(reader, annotations, childPath(path, 'annotations')),
      }),
    };
  });
}

const shape =
  'A rule is { "match": "mcp__server__tool*", "action": "allow" | "deny" | "ask" }, with "when" and "annotations" where wanted.';

function readWhen(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
): Readonly<Record<string, ArgumentCondition>> {
  const entries = reader.entries(node, path);
  refuseEmpty(reader, node, path, entries.length);
  return Object.fromEntries(
    entries.map(({ key, keyOffset, value }) => {
      const keyPath = childPath(path, key);
      if (!key.startsWith('args.'))
        throw reader.source.invalid(
          keyOffset,
          `${keyPath} is no path of an argument`,
          'A path begins with "args.": "args.to", "args.items.0.name".',
        );
      return [key, readCondition(reader, value, keyPath)];
    }),
  );
}

function readHints(reader: ValueReader, node: ConfigNode, path: string): HintConditions {
  const entries = reader.entries(node, path);
  refuseEmpty(reader, node, path, entries.length);
  return Object.fromEntries(
    entries.map(({ key, keyOffset, value }) => {
      const keyPath = childPath(path, key);
      if (!Object.hasOwn(hintKeys, key))
        throw reader.source.invalid(
          keyOffset,
          `${keyPath} is not a hint${didYouMean(nearestName(key, Object.keys(hintKeys)))}`,
          `The hints are ${Object.keys(hintKeys).join(', ')}; each is true or false.`,
        );
      return [key, reader.flag(value, keyPath)];
    }),
  );
}

/** Without conditions the rule covers all: hardly what was meant. */
function refuseEmpty(reader: ValueReader, node: ConfigNode, path: string, count: number): void {
  if (count === 0)
    throw reader.source.invalid(node.offset, `${path} is empty`, 'Remove it, or fill it.');
}
