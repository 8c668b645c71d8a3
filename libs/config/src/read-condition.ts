import { nearestName } from '@sluice/contracts';
import type { ArgumentCondition, ValueCondition } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import { quoteText } from './quote-text.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads one entry of a rule's `when`. Anything that is not understood is an error: a condition that is
 * ignored would widen its rule. The grammars of paths, patterns and regexes are the policy's own matter.
 *
 * @throws SluiceError `CONFIG_INVALID` that names the place and what was wanted
 */
export function readCondition(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
): ArgumentCondition {
  if (node.kind === 'list')
    return node.items.map((item, index) =>
      readValueCondition(reader, item, childPath(path, index)),
    );
  const present = node.kind === 'object' && node.entries.find(({ key }) => key === 'present');
  if (!present || node.kind !== 'object') return readValueCondition(reader, node, path);
  refuseOthers(reader, node.entries, path, ['present']);
  return { present: reader.flag(present.value, childPath(path, 'present')) };
}

const hint =
  'A condition is a text with "*" and "?", a number, true or false, a list of these, { "regex": "…" }, { "min": 1, "max": 9 } or { "present": true }.';
const keys = ['regex', 'min', 'max', 'present'];

function readValueCondition(reader: ValueReader, node: ConfigNode, path: string): ValueCondition {
  switch (node.kind) {
    case 'text':
      return reader.text(node, path);
    case 'flag':
      return node.value;
    case 'number':
      return readNumber(reader, node, path);
    case 'object':
      return readObject(reader, node, path);
    case 'null':
      throw reader.source.invalid(
        node.offset,
        `${path} is null`,
        'Write { "present": false } for an argument that is not there.',
      );
    case 'list':
      throw reader.source.invalid(node.offset, `${path} is a list within a list`, hint);
    default:
      return node satisfies never;
  }
}

function readObject(
  reader: ValueReader,
  { entries, offset }: Extract<ConfigNode, { kind: 'object' }>,
  path: string,
): ValueCondition {
  const find = (key: string) => entries.find((entry) => entry.key === key)?.value;
  const regex = find('regex');
  if (regex !== undefined) {
    refuseOthers(reader, entries, path, ['regex']);
    return { regex: reader.text(regex, childPath(path, 'regex')) };
  }
  refuseOthers(reader, entries, path, ['min', 'max']);
  const [min, max] = [find('min'), find('max')];
  if (min === undefined && max === undefined)
    throw reader.source.invalid(offset, `${path} says nothing`, hint);
  return {
    ...(min === undefined ? {} : { min: readNumber(reader, min, childPath(path, 'min')) }),
    ...(max === undefined ? {} : { max: readNumber(reader, max, childPath(path, 'max')) }),
  };
}

/** With all its digits: an identifier may be longer than what a double holds. */
function readNumber(reader: ValueReader, node: ConfigNode, path: string): number | bigint {
  if (node.kind !== 'number' || !Number.isFinite(node.value))
    throw reader.source.invalid(node.offset, `${path} is no number`, hint);
  const isLong = /^-?\d+$/.test(node.written) && !Number.isSafeInteger(node.value);
  return isLong ? BigInt(node.written) : node.value;
}

function refuseOthers(
  { source }: ValueReader,
  entries: readonly ConfigEntry[],
  path: string,
  wanted: readonly string[],
): void {
  for (const { key, keyOffset } of entries) {
    if (wanted.includes(key)) continue;
    const near = keys.includes(key) ? undefined : nearestName(key, keys);
    const problem = keys.includes(key)
      ? `does not go with ${wanted.map(quoteText).join(' and ')}`
      : `is not a key of a condition${near === undefined ? '' : `; did you mean ${quoteText(near)}?`}`;
    throw source.invalid(keyOffset, `${childPath(path, key)} ${problem}`, hint);
  }
}
