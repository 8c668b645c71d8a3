import type { UpstreamStatus } from '@sluice/contracts';
import type { HostOptions } from '../host-options.js';
import { createPaint, type Paint } from '../create-paint.js';
import type { Terminal } from '../terminal.js';
import { howToConfigure } from './how-to-configure.js';
import { stderrLines } from './stderr-lines.js';
import { allSettled, withGateway } from './with-gateway.js';

/**
 * `sluice servers`: connects every upstream and shows what each answered.
 *
 * @returns exit code 1 when one failed.
 */
export async function servers(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  return withGateway(options, terminal, async (gateway) => {
    await allSettled(gateway, terminal);
    const statuses = gateway.upstreams.statuses();
    if (json) terminal.print(JSON.stringify(statuses, undefined, 2));
    else if (statuses.length > 0) {
      const paint = createPaint(terminal.output, options.gateway.environment.variables);
      terminal.print(statuses.map((status) => serverLines(status, paint)).join('\n'));
    } else {
      terminal.print('No servers are configured.');
      terminal.note(`  hint: ${howToConfigure(gateway)}`);
    }
    return statuses.some((status) => status.state === 'failed') ? 1 : 0;
  });
}

/** One upstream as a line, and why it is down on lines below. */
function serverLines(status: UpstreamStatus, paint: Paint): string {
  const tools =
    status.state === 'ready'
      ? `, ${status.toolCount} tool${status.toolCount === 1 ? '' : 's'}`
      : '';
  const state = stateIn(status.state, paint);
  const lines = [`${status.name}: ${state}${tools} (${status.transport}, from ${status.file})`];
  if (status.error) {
    lines.push(`  ${status.error.message}`);
    lines.push(...stderrLines(status).map((line) => `  ${line}`));
    if (status.error.hint) lines.push(`  hint: ${status.error.hint}`);
  }
  return lines.join('\n');
}

function stateIn(state: UpstreamStatus['state'], paint: Paint): string {
  if (state === 'ready') return paint.good(state);
  return state === 'failed' ? paint.bad(state) : state;
}
