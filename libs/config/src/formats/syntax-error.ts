import { SluiceError } from '@sluice/contracts';
import type { ConfigSource } from '../config-source.js';

/** An error `CONFIG_SYNTAX`: `Cannot read the configuration <path>: line L, column C: <message>`. */
export function syntaxError(
  source: ConfigSource,
  offset: number,
  message: string,
  hint: string,
): SluiceError {
  const { line, column } = source.positionAt(offset);
  return new SluiceError(
    'CONFIG_SYNTAX',
    `Cannot read the configuration ${source.path}: line ${line}, column ${column}: ${message}`,
    { hint },
  );
}
