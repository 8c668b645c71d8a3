import { resultModes } from '@sluice/contracts';
import type { ResultSettings } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry } from './config-node.js';
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
  const others = { elsewhere: ['mode'], later: ['storage_dir'] };
  const numbers = readNumbers(reader, value, 'results', resultLimits, others, warn);
  const mode = reader.entries(value, 'results').find(({ key }) => key === 'mode')?.value;
  if (mode === undefined) return numbers;
  const modes = reader.entries(mode, 'results.mode').map(({ key, value: word }) => {
    return [key, reader.choice(word, childPath('results.mode', key), resultModes)] as const;
  });
  return { ...numbers, mode: Object.fromEntries(modes) };
}
