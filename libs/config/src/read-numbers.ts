import { nearestName } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import type { KeyRows } from './keys/key-row.js';
import type { NumberLimit } from './settings-limits.js';
import { unknownKey } from './unknown-key.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads a section of whole numbers (`sandbox`, `results`, `catalogue`): only what the file sets.
 * ToolPipe's spelling `inline_max_bytes` is read too. Keys that are unknown or have no effect become warnings; those of
 * `rows` that are no numbers are read elsewhere.
 *
 * @throws SluiceError `CONFIG_INVALID` for a wrong type or a value out of range
 */
export function readNumbers<Key extends string>(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
  limits: Readonly<Record<Key, NumberLimit>>,
  rows: KeyRows,
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
      continue;
    }
    const row = Object.hasOwn(rows, written) ? rows[written] : undefined;
    if (row?.idle !== undefined) warn(reader.source.warning(keyOffset, `${keyPath} ${row.idle}`));
    if (row === undefined) {
      const near = nearestName(written, Object.keys(rows));
      warn(reader.source.warning(keyOffset, unknownKey(keyPath, near)));
    }
  }
  return numbers;
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
