import { daemonPort } from '../daemon-port.js';
import type { OptionRow } from './command-row.js';

/** What {@link portOption} gives. */
export interface PortFlag {
  readonly port: number;
}

/** `--port`. @param least 0 where a free one may be chosen */
export function portOption(summary: string, least: 0 | 1): OptionRow {
  return { flags: '--port <number>', summary, range: [least, 65_535], default: daemonPort };
}
