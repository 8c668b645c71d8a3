import { spawnSync } from 'node:child_process';
import type { RunCommand } from '@sluice/config';
import type { Environment } from './node-environment.js';

/** Milliseconds for one command: a password manager that asks for a fingerprint, not a download. */
const timeoutMs = 10_000;
/** Bytes of its output: a key or a certificate chain. */
const maxBytes = 65_536;

/**
 * Runs the commands of `{cmd:…}` of the user's own configuration: without a shell, each once, with the user's
 * environment, bounded in time and output. What it writes on stderr goes nowhere.
 */
export function createConfigCommand({ variables, homeFolder }: Environment): RunCommand {
  const outcomes = new Map<string, ReturnType<RunCommand>>();
  return (words) => {
    const key = JSON.stringify(words);
    const outcome = outcomes.get(key) ?? run(words);
    outcomes.set(key, outcome);
    return outcome;
  };

  function run([command = '', ...args]: readonly string[]): ReturnType<RunCommand> {
    const { error, status, signal, stdout } = spawnSync(command, args, {
      cwd: homeFolder,
      env: variables,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxBytes,
      shell: false,
      windowsHide: true,
      encoding: 'utf8',
    });
    const code = (error as NodeJS.ErrnoException | undefined)?.code;
    if (code === 'ENOENT') return { ok: false, reason: 'was not found' };
    if (code === 'ETIMEDOUT')
      return { ok: false, reason: `took more than ${timeoutMs / 1000} seconds` };
    if (code === 'ENOBUFS') return { ok: false, reason: `wrote more than ${maxBytes} bytes` };
    if (code !== undefined) return { ok: false, reason: `could not be started (${code})` };
    if (status !== 0)
      return { ok: false, reason: status === null ? `ended by ${signal}` : `ended with ${status}` };
    return stdout.trim() === ''
      ? { ok: false, reason: 'wrote nothing' }
      : { ok: true, text: stdout };
  }
}
