import type { JsonObject } from '@sluice/contracts';
import { startsSluice } from '../starts-sluice.js';

/** Whether a server's entry, in our own keys, visibly starts Sluice. */
export function entryStartsSluice({ command, args }: JsonObject): boolean {
  const words = [command, args].flatMap((value) => (value === undefined ? [] : value)).map(String);
  const [program = '', ...rest] = words;
  return startsSluice(program, rest);
}
