import type { PastLogEntry } from '@sluice/contracts';
import { createLogger, openUsageDesk, showText } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** What `sluice logs` was given. */
export interface LogsOptions {
  /** Only the last so many entries. */
  readonly last?: number;
  /** Only those of this session. */
  readonly session?: string;
  readonly json: boolean;
}

/** `sluice logs`: what programs of all sessions printed, oldest first; those of runs and processes that were killed, too. */
export async function logs(
  options: HostOptions,
  { last, session, json }: LogsOptions,
  terminal: Terminal,
): Promise<number> {
  const desk = openUsageDesk(options.gateway.environment, createLogger(options.log));
  const all = await desk.logs();
  const theirs = session === undefined ? all : all.filter((entry) => entry.session === session);
  const shown = last === undefined ? theirs : theirs.slice(-last);
  if (json) terminal.print(JSON.stringify(shown, undefined, 2));
  else terminal.print(shown.length === 0 ? 'No logs.' : shown.map(line).join('\n'));
  return 0;
}

/** Further lines of an entry are indented, so that none passes for an entry. */
function line({ at, session, level, text }: PastLogEntry): string {
  return `${new Date(at).toISOString()} ${session} ${level}: ${showText(text).replace(/\n/g, '\n  ')}`;
}
