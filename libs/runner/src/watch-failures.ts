import { preventDefault } from './built-ins.js';
import { showValue } from './format-log.js';
import type { LogSender } from './log-sender.js';

/**
 * Logs what fails outside the program's own flow: a rejection nobody awaits, an error in a timer.
 * The run goes on; without this Deno would end the process.
 */
export function watchFailures(log: LogSender): void {
  addEventListener('unhandledrejection', (event) => {
    preventDefault(event);
    log.add('warn', `Unhandled rejection (a missing await?): ${showReason(event, 'reason')}`);
  });
  addEventListener('error', (event) => {
    preventDefault(event);
    log.add('error', `Uncaught outside the program's flow: ${showReason(event, 'error')}`);
  });
}

function showReason(event: object, key: string): string {
  try {
    const reason = (event as Record<string, unknown>)[key];
    return reason instanceof Error ? `${reason.name}: ${reason.message}` : showValue(reason);
  } catch {
    return '[an error that cannot be shown]';
  }
}
