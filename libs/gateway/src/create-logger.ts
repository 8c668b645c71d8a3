import { pino } from 'pino';
import type { Logger } from '@sluice/contracts';
import type { LogLevel } from './log-level.js';

/**
 * A logger of JSON lines on stderr, or in a file (mode 0600, appended). Never on stdout: that is the
 * protocol's (SECURITY.md).
 *
 * @param options.level @default 'warn'
 */
export function createLogger(
  options: { readonly level?: LogLevel; readonly file?: string } = {},
): Logger {
  const target = options.file
    ? pino.destination({ dest: options.file, append: true, sync: true, mode: 0o600, mkdir: true })
    : pino.destination({ fd: 2, sync: true });
  const lines = pino({ level: options.level ?? 'warn', base: null }, target);
  return {
    debug: (message, fields = {}) => lines.debug(fields, message),
    info: (message, fields = {}) => lines.info(fields, message),
    warn: (message, fields = {}) => lines.warn(fields, message),
    error: (message, fields = {}) => lines.error(fields, message),
  };
}
