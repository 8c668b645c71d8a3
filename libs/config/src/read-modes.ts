import { resultModes } from '@sluice/contracts';
import type { ResultSettings } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import type { ValueReader } from './value-reader.js';

/**
 * What becomes of results, by server or `server:tool`: `results.mode`, and `policies` of ToolPipe.
 *
 * @throws SluiceError `CONFIG_INVALID`
 */
export function readModes(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
): NonNullable<ResultSettings['mode']> {
  const modes = reader.entries(node, path).map(({ key, value }) => {
    return [key, reader.choice(value, childPath(path, key), resultModes)] as const;
  });
  return Object.fromEntries(modes);
}
