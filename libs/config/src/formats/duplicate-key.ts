import type { SluiceError } from '@sluice/contracts';
import type { ConfigSource } from '../config-source.js';
import { quoteText } from '../quote-text.js';

/** A key that stands twice in one object. */
export interface DuplicateKey {
  readonly key: string;
  readonly keyOffset: number;
  /** Where it stood before; undefined where the parser does not tell. */
  readonly firstOffset?: number | undefined;
  /** The path of the object; empty for the file itself. */
  readonly path: string;
}

/** The error for a key that stands twice: which of the two was meant cannot be known. */
export function duplicateKey(source: ConfigSource, duplicate: DuplicateKey): SluiceError {
  const { key, keyOffset, firstOffset, path } = duplicate;
  const first = firstOffset === undefined ? undefined : source.positionAt(firstOffset);
  const where = first === undefined ? '' : `, first at line ${first.line}, column ${first.column}`;
  return source.invalid(
    keyOffset,
    `${path === '' ? '' : `in ${path} `}the key ${quoteText(key)} stands twice${where}`,
    'Remove or rename one of the two.',
  );
}
