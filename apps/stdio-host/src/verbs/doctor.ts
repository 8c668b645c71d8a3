import { createPaint } from '../create-paint.js';
import { checkLines } from '../doctor/check-lines.js';
import { runChecks } from '../doctor/run-checks.js';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/**
 * `sluice doctor`: checks Deno, the sandbox, the configuration, servers, clients' limits, files, the store and
 * the daemon's port; one line each, with one next step where something could be better.
 *
 * @returns exit code 1 where there is a problem; warnings leave it 0.
 */
export async function doctor(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  terminal.progress?.('Trying the sandbox, servers and files …');
  const checks = await runChecks(options, terminal.interrupted);
  terminal.progress?.(undefined);
  const ok = checks.every(({ status }) => status !== 'problem');
  const { version, environment } = options.gateway;
  const paint = createPaint(terminal.output, environment.variables);
  terminal.print(
    json
      ? JSON.stringify({ ok, version, platform: environment.platform, checks }, undefined, 2)
      : checks.map((check) => checkLines(check, paint)).join('\n'),
  );
  return ok ? 0 : 1;
}
