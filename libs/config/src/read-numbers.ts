import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import { nearestName } from './nearest-name.js';
import { quoteText } from './quote-text.js';
import type { NumberLimit } from './settings-limits.js';
import type { ValueReader } from './value-reader.js';

/** The keys of a section that are no numbers of this version. */
export interface OtherKeys {
  /** Read elsewhere. */
  readonly elsewhere?: readonly string[];
  /** Known, without effect in this version: a warning. */
  readonly later?: readonly string[];
}

/**
 * Reads a section of whole numbers (`sandbox`, `results`, `catalogue`): only what the file sets.
 * ToolPipe's spelling `inline_max_bytes` is read too. Unknown keys become warnings.
 *
 * @throws SluiceError `CONFIG_INVALID` for a wrong type or a value out of range
 */
export function readNumbers<Key extends string>(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
  limits: Readonly<Record<Key, NumberLimit>>,
  others: OtherKeys,
  warn: (line: string) => void,
): Partial<Record<Key, number>> {
  const numbers: Partial<Record<Key, number>> = {};
  const isLimit = (key: string): key is Key => Object.hasOwn(limits, key);
  for (const { key: written, keyOffset, value } of reader.entries(node, path)) {
    const keyPath = childPath(path, written);
    const key = isLimit(written) ? written : camelCase(written);
    if (isLimit(key)) {
      if (numbers[key] !== undefined)
        throw reader.source.invalid(
          keyOffset,
          `${keyPath} is set twice, once in another spelling`,
          'Remove one of the two.',
        );
      numbers[key] = reader.wholeNumber(value, keyPath, limits[key]);
    } else if (others.later?.includes(written))
      warn(reader.source.warning(keyOffset, `${keyPath} is not yet used by this version`));
    else if (!others.elsewhere?.includes(written)) {
      const known = [...Object.keys(limits), ...(others.elsewhere ?? []), ...(others.later ?? [])];
      const near = nearestName(written, known);
      const guess = near === undefined ? '' : `; did you mean ${quoteText(near)}?`;
      warn(reader.source.warning(keyOffset, `the unknown key ${keyPath} is ignored${guess}`));
    }
  }
  return numbers;
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
