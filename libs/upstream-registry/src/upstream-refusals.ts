import { SluiceError } from '@sluice/contracts';
import type { ServerDefinition } from '@sluice/contracts';
import { maxResultDepth } from './unwrap-result.js';
import { fewerValuesHint } from './value-limit.js';

/** The connect timeout passed. */
export function tooSlow(server: ServerDefinition): SluiceError {
  const verb = server.transport.kind === 'stdio' ? 'start' : 'connect to';
  return new SluiceError(
    'UPSTREAM_START',
    `Cannot ${verb} upstream "${server.name}": it did not finish its handshake within ${server.connectTimeoutMs} ms`,
    { hint: `If it needs longer, raise "timeout" of this server in ${server.file}.` },
  );
}

/** We are closing it ourselves. @param reason why, where it is not our own end */
export function closing(server: ServerDefinition, reason?: string): SluiceError {
  const why = reason === undefined ? '' : `: ${reason}`;
  return new SluiceError('UPSTREAM_CLOSED', `Upstream "${server.name}" is being closed${why}`);
}

/** The tool runs only as a task of revision 2025-11-25. */
export function needsTask(server: ServerDefinition, tool: string): SluiceError {
  return new SluiceError(
    'NOT_AVAILABLE',
    `Tool "${tool}" of upstream "${server.name}" runs only as a task (taskSupport "required"), which cannot be called yet`,
    { hint: 'Use another tool.' },
  );
}

/** The result nests deeper than anything after us survives. */
export function tooDeep({ name }: ServerDefinition, tool: string): SluiceError {
  return new SluiceError(
    'RESULT_TOO_LARGE',
    `The result of tool "${tool}" of upstream "${name}" is nested too deeply: ${maxResultDepth} levels are the most that is carried`,
    { hint: 'Ask the tool for a flatter or a smaller part.' },
  );
}

/** A text of JSON in the result holds more values than are parsed. */
export function tooManyValuesInText(
  { name }: ServerDefinition,
  tool: string,
  values: number,
  maxValues: number,
): SluiceError {
  return new SluiceError(
    'RESULT_TOO_LARGE',
    `The result of tool "${tool}" of upstream "${name}" is a text of JSON with ${values} values; at most ${maxValues} are taken`,
    { hint: fewerValuesHint },
  );
}

/** Nobody has agreed to start it. */
export function waitsForConsent({ name, file }: ServerDefinition): SluiceError {
  return new SluiceError(
    'POLICY_NEEDS_APPROVAL',
    `Upstream "${name}" waits for the user's consent: ${file} defines it, and nothing of it has been started`,
    {
      hint: 'Only the user can give it: the command "sluice approve" shows what would be started.',
    },
  );
}

/** Why this one is never started; undefined where it may be. */
export function notStartable(server: ServerDefinition): SluiceError | undefined {
  const { name, problem, enabled, file, consent } = server;
  if (!enabled)
    return new SluiceError('UPSTREAM_START', `Upstream "${name}" is disabled`, {
      hint: `Set enabled to true for it in ${file}.`,
    });
  if (problem === undefined) return consent === undefined ? undefined : waitsForConsent(server);
  return new SluiceError('UPSTREAM_START', `Cannot start upstream "${name}": ${problem.message}`, {
    hint: problem.hint,
  });
}

/** The caller gave the call up. */
export function cancelled({ name }: ServerDefinition, tool: string): SluiceError {
  return new SluiceError(
    'CALL_CANCELLED',
    `The call of tool "${tool}" of upstream "${name}" was cancelled`,
  );
}
