import { pino } from 'pino';
import { SluiceError, type Logger } from '@sluice/contracts';
import type { LogLevel } from './log-level.js';

/**
 * A logger of JSON lines on stderr, or in a file (mode 0600, appended). Never on stdout: that is the
 * protocol's (SECURITY.md).
 *
 * @param options.level @default 'warn'
 * @throws SluiceError `USAGE` when the file cannot be written.
 */
export function createLogger(
  options: { readonly level?: LogLevel; readonly file?: string } = {},
): Logger {
  const target = options.file ? openLogFile(options.file) : pino.destination({ fd: 2, sync: true });
  const lines = pino({ level: options.level ?? 'warn', base: null }, target);
  return {
    debug: (message, fields = {}) => lines.debug(fields, message),
    info: (message, fields = {}) => lines.info(fields, message),
    warn: (message, fields = {}) => lines.warn(fields, message),
    error: (message, fields = {}) => lines.error(fields, message),
  };
}

function openLogFile(file: string) {
  try {
    return pino.destination({ dest: file, append: true, sync: true, mode: 0o600, mkdir: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SluiceError('USAGE', `Cannot write the log file ${file}: ${code}`, {
      hint: 'Name a file that you may write.',
      cause: error,
    });
  }
}
