import { createGateway, createLogger, serveStdio } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import { onceAborted } from '../once-aborted.js';
import type { Terminal } from '../terminal.js';

/**
 * `sluice`, `sluice serve`: the stdio MCP server. Ends, with every child, when the client closes
 * stdin, breaks stdout, or the process is told to stop.
 */
export async function serve(options: HostOptions, terminal: Terminal): Promise<number> {
  const logger = createLogger(options.log);
  const gateway = await createGateway({ ...options.gateway, logger, note: terminal.note });
  const connection = serveStdio({
    gateway,
    input: terminal.input as never,
    output: terminal.output as never,
    logger,
  });
  // A person who starts us by hand would wait for words that never come.
  if ('isTTY' in terminal.input && terminal.input.isTTY)
    terminal.note(
      'Sluice speaks MCP on stdin and stdout: an MCP client starts it. Ctrl+D ends it; sluice --help lists the commands.',
    );
  gateway.attend();
  gateway.upstreams.connectAll();
  void gateway.runner.warm?.();
  void gateway.warmChecker();
  await Promise.race([connection.ended, onceAborted(terminal.interrupted)]);
  await connection.close();
  await gateway.close();
  return 0;
}
