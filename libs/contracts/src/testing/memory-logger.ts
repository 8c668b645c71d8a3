import type { Logger } from '../logger.js';

/** One line that a {@link memoryLogger} took. */
export interface LoggedLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that keeps its lines, so that a test can read them. */
export interface MemoryLogger extends Logger {
  readonly lines: readonly LoggedLine[];
}

/** Makes a logger for tests; nothing is printed. */
export function memoryLogger(): MemoryLogger {
  const lines: LoggedLine[] = [];
  const at =
    (level: keyof Logger) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void lines.push({ level, message, fields });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
