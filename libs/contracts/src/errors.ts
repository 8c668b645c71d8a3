/**
 * Every error code that users, programs or clients can see. A code is declared here once.
 *
 * - `CONFIG_*`: the configuration could not be found, read or understood.
 * - `PROGRAM_*`: the program's text was refused before anything ran.
 * - `RUNNER_*`: no runner could be started on this machine.
 * - `RUN_*`: a run was ended by the host, or its program threw (`RUN_THREW`).
 * - `CONSENT_*`: what people approved could not be read or trusted.
 * - `TOOL_*`, `CALL_*`, `POLICY_*`, `UPSTREAM_*`: one nested call failed or was refused.
 * - `ASK_*`: a person who was asked by `ask()` gave no answer that counts.
 * - `VALUE_*`, `RESULT_*`: a value could not be carried.
 * - `QUERY_INVALID`: an expression could not be read; `QUERY_FAILED`: it does not fit its value.
 * - `FILE_*`: a file of the session could not be saved or read; the program may catch it.
 * - `DAEMON_UNREACHABLE`: no daemon of ours answers on this machine.
 * - `WORK_*`: a job beside the main thread was not done.
 */
export type ErrorCode =
  | 'CONFIG_NOT_FOUND'
  | 'CONFIG_SYNTAX'
  | 'CONFIG_INVALID'
  | 'CONFIG_VARIABLE_UNSET'
  | 'PROGRAM_EMPTY'
  | 'PROGRAM_SYNTAX'
  | 'PROGRAM_TOO_LARGE'
  | 'PROGRAM_IMPORT'
  | 'PROGRAM_TOO_COMPLEX'
  | 'PROGRAM_MISTAKE'
  | 'RUNNER_NOT_FOUND'
  | 'RUNNER_START'
  | 'RUN_THREW'
  | 'RUN_TIMEOUT'
  | 'RUN_CANCELLED'
  | 'RUN_MEMORY'
  | 'RUN_CPU'
  | 'RUN_EXITED'
  | 'RUN_PROTOCOL'
  | 'RUN_OUTPUT_LIMIT'
  | 'RUN_CALL_LIMIT'
  | 'TOOL_UNKNOWN'
  | 'TOOL_AMBIGUOUS'
  | 'TOOL_FAILED'
  | 'TOOL_ARGUMENTS'
  | 'CALL_TIMEOUT'
  | 'CALL_CANCELLED'
  | 'POLICY_DENIED'
  | 'POLICY_NEEDS_APPROVAL'
  | 'CONSENT_UNREADABLE'
  | 'POLICY_REFUSED'
  | 'ASK_DECLINED'
  | 'ASK_CANCELLED'
  | 'ASK_TIMEOUT'
  | 'ASK_INVALID'
  | 'ASK_LIMIT'
  | 'UPSTREAM_UNKNOWN'
  | 'UPSTREAM_START'
  | 'UPSTREAM_CLOSED'
  | 'UPSTREAM_PROTOCOL'
  | 'VALUE_UNSUPPORTED'
  | 'RESULT_TOO_LARGE'
  | 'RESULT_UNKNOWN'
  | 'RESULT_KIND'
  | 'QUERY_INVALID'
  | 'QUERY_FAILED'
  | 'FILE_NAME'
  | 'FILE_TOO_LARGE'
  | 'FILE_QUOTA'
  | 'FILE_UNKNOWN'
  | 'FILE_CONTENT'
  | 'WORK_TIMEOUT'
  | 'WORK_FAILED'
  | 'WORK_CANCELLED'
  | 'WORK_REFUSED'
  | 'DAEMON_UNREACHABLE'
  | 'NOT_AVAILABLE'
  | 'USAGE'
  | 'INTERNAL';

/** What {@link SluiceError} takes beside its message. */
export interface SluiceErrorOptions {
  /** What the reader can do about it; one or two short sentences. */
  readonly hint?: string;
  /** The error underneath, for logs only; it never reaches a client. */
  readonly cause?: unknown;
}

/**
 * The one error class of Sluice. The message says which action failed, quotes the value and says
 * what was wanted; it never holds a secret or a payload.
 *
 * @example
 * throw new SluiceError('UPSTREAM_START', 'Cannot start upstream "tracker": the command "uvx" was not found', {
 *   hint: 'Install uv, or set command to a full path.',
 * });
 */
export class SluiceError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: SluiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SluiceError';
    this.code = code;
    this.hint = options.hint;
  }
}

/** The value as a {@link SluiceError}: itself, or wrapped as `INTERNAL` with its message. */
export function toSluiceError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SluiceError('INTERNAL', message, { cause: error });
}
