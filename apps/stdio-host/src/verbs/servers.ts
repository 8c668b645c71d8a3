import type { HostOptions } from '../host-options.js';
import { createPaint } from '../create-paint.js';
import type { Terminal } from '../terminal.js';
import { howToConfigure } from './how-to-configure.js';
import { serverLines } from './server-lines.js';
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
