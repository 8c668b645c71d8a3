import { createInterface } from 'node:readline';
import { createBridge } from '../bridge/create-bridge.js';
import { reachDaemon } from '../bridge/reach-daemon.js';
import type { HostOptions } from '../host-options.js';
import { onceAborted } from '../once-aborted.js';
import type { Terminal } from '../terminal.js';

/**
 * `sluice connect`: an MCP server on stdin and stdout that hands everything on to the daemon. Ends when the client closes
 * stdin, or the process is told to stop.
 */
export async function connect(
  { apiKeyFile }: HostOptions,
  { port }: { readonly port: number },
  terminal: Terminal,
): Promise<number> {
  const { input, output, interrupted } = terminal;
  const { origin, apiKey } = await reachDaemon(port, apiKeyFile, interrupted);
  const bridge = createBridge({
    url: `${origin}/mcp`,
    apiKey,
    toClient: (message) => void output.write(`${message}\n`),
  });
  const lines = createInterface({ input, crlfDelay: Infinity });
  lines.on('line', (line) => bridge.fromClient(line));
  const ended = new Promise<void>((resolve) => lines.once('close', () => resolve()));
  await Promise.race([ended.then(() => bridge.idle()), onceAborted(interrupted)]);
  lines.close();
  await bridge.close();
  return 0;
}
