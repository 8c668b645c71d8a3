import type { ForeignKey } from '../imports/foreign-keys.js';
import { foreignKeys } from '../imports/foreign-keys.js';
import type { KeyRow } from './key-row.js';
import { serverKeys } from './server-keys.js';

/** Every key of a server that is read, ours and those of other programs. */
export const knownServerKeys: readonly string[] = [
  ...Object.keys(serverKeys),
  ...Object.keys(foreignKeys),
];

/** No mistyped name may come near these without the server being held back. */
export const protectiveServerKeys: ReadonlySet<string> = new Set(
  [...Object.entries<KeyRow>(serverKeys), ...Object.entries<ForeignKey>(foreignKeys)]
    .filter(([, row]) => row.isProtective === true)
    .map(([key]) => key),
);
