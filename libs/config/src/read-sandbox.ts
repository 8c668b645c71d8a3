import type { SandboxSettings } from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry } from './config-node.js';
import { sandboxKeys } from './keys/section-keys.js';
import { readNumbers } from './read-numbers.js';
import { sandboxLimits } from './settings-limits.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads `sandbox`: only what the file sets.
 *
 * @throws SluiceError `CONFIG_INVALID`
 */
export function readSandbox(
  context: ConfigContext,
  reader: ValueReader,
  entry: ConfigEntry,
): Partial<SandboxSettings> {
  const numbers = readNumbers(
    reader,
    entry.value,
    'sandbox',
    sandboxLimits,
    sandboxKeys,
    context.warn,
  );
  const find = (key: keyof typeof sandboxKeys) =>
    reader.entries(entry.value, 'sandbox').find((candidate) => candidate.key === key)?.value;
  const reads = find('reads');
  const chosen = reads && {
    reads: reader.choice(reads, 'sandbox.reads', sandboxKeys.reads.type.words),
  };
  const require = find('require');
  const demanded = require && {
    require: reader
      .items(require, 'sandbox.require')
      .map((item, index) =>
        reader.choice(item, `sandbox.require[${index}]`, sandboxKeys.require.type.words),
      ),
  };
  const deno = find('deno');
  const denoPath = deno && reader.text(deno, 'sandbox.deno');
  const settings = { ...numbers, ...chosen, ...demanded };
  if (denoPath === undefined || denoPath === '') return settings;
  const isPath = /[/\\]|^~/.test(denoPath);
  return { ...settings, deno: isPath ? context.resolvePath(denoPath) : denoPath };
}
