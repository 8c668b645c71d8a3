import type { UpstreamStatus } from '@sluice/contracts';
import { reachDaemon } from '../bridge/reach-daemon.js';
import { createPaint } from '../create-paint.js';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { serverLines } from './server-lines.js';

/** What a daemon says at `/status`. */
interface DaemonStatus {
  readonly version: string;
  readonly servers: readonly UpstreamStatus[];
}

/**
 * `sluice status [server]`: how the daemon on this machine is, and each of its servers.
 *
 * @returns exit code 1 when a server failed, or none has that name
 */
export async function status(
  { apiKeyFile, gateway }: HostOptions,
  {
    server,
    port,
    json,
  }: { readonly server?: string; readonly port: number; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const daemon = await reachDaemon(port, apiKeyFile, terminal.interrupted);
  const { version, servers } = daemon.status as DaemonStatus;
  const shown = servers.filter(({ name }) => server === undefined || name === server);
  const paint = createPaint(terminal.output, gateway.environment.variables);
  if (json)
    terminal.print(
      JSON.stringify({ version, url: `${daemon.origin}/mcp`, servers: shown }, undefined, 2),
    );
  else {
    if (server === undefined)
      terminal.print(`Sluice ${version} serves MCP at ${daemon.origin}/mcp`);
    for (const one of shown) terminal.print(serverLines(one, paint));
  }
  if (shown.length > 0 || server === undefined)
    return shown.some(({ state }) => state === 'failed') ? 1 : 0;
  terminal.note(`The daemon has no server ${JSON.stringify(server)}`);
  if (servers.length > 0)
    terminal.note(
      `  hint: There are ${servers.map(({ name }) => JSON.stringify(name)).join(', ')}.`,
    );
  return 1;
}
