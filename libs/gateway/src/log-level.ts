/** How much the operator's log tells. `silent` says nothing. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** One of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];
