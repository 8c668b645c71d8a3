import type { CommandRow } from './command-row.js';
import { jsmcpOptions } from './jsmcp-options.js';
import { portOption, type PortFlag } from './port-option.js';

/** `sluice connect`. */
export const connectCommand: CommandRow<readonly [], PortFlag> = {
  name: 'connect',
  alias: 'client',
  summary: 'stdio MCP server that hands everything on to the daemon',
  options: [portOption('port of the daemon', 1), jsmcpOptions.host, jsmcpOptions.sessionId],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/connect.js')).connect(options, flags, terminal),
};
