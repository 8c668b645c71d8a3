import type { OptionRow } from './command-row.js';

/** Port of `sluice daemon`, next to those of its ancestors' daemons. */
const defaultPort = 41529;

/** What {@link portOption} gives. */
export interface PortFlag {
  readonly port: number;
}

/** `--port`. @param least 0 where a free one may be chosen */
export function portOption(summary: string, least: 0 | 1): OptionRow {
  return { flags: '--port <number>', summary, range: [least, 65_535], default: defaultPort };
}
