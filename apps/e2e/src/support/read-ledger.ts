import { existsSync, readFileSync } from 'node:fs';

/** Every call that reached a `ledgerServer`: name and arguments, oldest first; none before the first. */
export function readLedger(file: string): readonly (readonly [name: string, args: unknown])[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as readonly [string, unknown]);
}
