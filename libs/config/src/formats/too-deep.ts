import type { SluiceError } from '@sluice/contracts';
import type { ConfigSource } from '../config-source.js';
import { textLimits } from '../settings-limits.js';

/** The error for objects and lists that stand too deep inside each other. */
export function tooDeep(source: ConfigSource, offset: number): SluiceError {
  return source.invalid(
    offset,
    `objects and lists stand more than ${textLimits.depth} deep inside each other`,
    'Check that this is the right file.',
  );
}
