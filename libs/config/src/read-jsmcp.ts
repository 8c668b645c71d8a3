import { nearestName } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry } from './config-node.js';
import { jsmcpKeys } from './keys/section-keys.js';
import type { ServerDefaults } from './read-server.js';
import { unknownKey } from './unknown-key.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads the block `jsmcp`: how the tools of all servers of this file are named.
 *
 * @throws SluiceError `CONFIG_INVALID`
 */
export function readJsmcp(
  { source, warn }: ConfigContext,
  reader: ValueReader,
  entry: ConfigEntry | undefined,
): Omit<ServerDefaults, 'strict'> {
  const found = { stripPrefixes: false, snakeCase: false };
  for (const { key, keyOffset, value } of entry ? reader.entries(entry.value, 'jsmcp') : []) {
    const path = childPath('jsmcp', key);
    if (key === 'auto_strip_tool_prefixes') found.stripPrefixes = reader.flag(value, path);
    else if (key === 'normalize_tool_names') found.snakeCase = reader.flag(value, path);
    else {
      const near = nearestName(key, Object.keys(jsmcpKeys));
      warn(source.warning(keyOffset, unknownKey(path, near)));
    }
  }
  return found;
}
