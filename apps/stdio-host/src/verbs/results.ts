import type { ArchivedResult } from '@sluice/contracts';
import { createLogger, openUsageDesk, showLine, sizeAndKind } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** `sluice results`: what all sessions keep, oldest first. */
export async function results(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const desk = openUsageDesk(options.gateway.environment, createLogger(options.log));
  const all = await desk.results();
  if (json) terminal.print(JSON.stringify(all, undefined, 2));
  else terminal.print(all.length === 0 ? 'Nothing is kept.' : all.map(resultLine).join('\n'));
  return 0;
}

/** One result on a line. Its source and type are an upstream's words. */
export function resultLine(result: ArchivedResult): string {
  const { ref, source, session, expiresAt, isPinned } = result;
  const what = showLine(sizeAndKind(result), 200);
  const pinned = isPinned ? ', kept by a program' : '';
  return `${ref}  ${what} from ${showLine(source, 200)}, session ${session}, until ${new Date(expiresAt).toISOString()}${pinned}`;
}
