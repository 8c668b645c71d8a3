import type { Logger } from '@sluice/contracts';

/**
 * Logs an error that should not have happened: its name and where it came from. Its message may hold
 * a payload or a secret and stays out.
 */
export function logDefect(
  logger: Logger,
  message: string,
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
): void {
  const frames = error instanceof Error ? (error.stack ?? '').match(/^\s+at .*$/gm) : null;
  logger.error(message, {
    ...fields,
    error: error instanceof Error ? error.name : typeof error,
    at: (frames ?? []).slice(0, 8).map((frame) => frame.trim()),
  });
}
