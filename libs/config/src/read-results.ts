import type { ResultSettings } from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry } from './config-node.js';
import { resultKeys } from './keys/section-keys.js';
import { readModes } from './read-modes.js';
import { readNumbers } from './read-numbers.js';
import { resultLimits } from './settings-limits.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads `results`: only what the file sets.
 *
 * @throws SluiceError `CONFIG_INVALID`
 */
export function readResults(
  { warn }: ConfigContext,
  reader: ValueReader,
  { value }: ConfigEntry,
): Partial<ResultSettings> {
  const numbers = readNumbers(reader, value, 'results', resultLimits, resultKeys, warn);
  const mode = reader.entries(value, 'results').find(({ key }) => key === 'mode')?.value;
  return mode === undefined
    ? numbers
    : { ...numbers, mode: readModes(reader, mode, 'results.mode') };
}
