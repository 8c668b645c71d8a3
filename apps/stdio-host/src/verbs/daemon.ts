import { createLogger } from '@sluice/gateway';
import { startHttpHost } from '@sluice/http-face';
import type { HostOptions } from '../host-options.js';
import { onceAborted } from '../once-aborted.js';
import type { Terminal } from '../terminal.js';

/**
 * `sluice daemon`: the same gateway over Streamable HTTP at `/mcp`, on loopback, until stopped. SIGHUP has it read its
 * configuration again, unless it runs in a terminal.
 */
export async function daemon(
  options: HostOptions,
  { port }: { readonly port: number },
  terminal: Terminal,
): Promise<number> {
  const { apiKeyFile } = options;
  const gateway = { ...options.gateway, logger: createLogger(options.log), note: terminal.note };
  const host = await startHttpHost({ gateway, port, apiKeyFile });
  terminal.note(`Sluice serves MCP at ${host.url}`);
  terminal.note(`Clients send "Authorization: Bearer <key>"; the key stands in ${apiKeyFile}`);
  host.tellApprovalLink();
  // In a terminal it means that the window was closed.
  const isService = !('isTTY' in terminal.input && terminal.input.isTTY);
  if (isService) terminal.onHangUp?.(() => void host.reload());
  await onceAborted(terminal.interrupted);
  await host.close();
  return 0;
}
