import type { CommandRow } from './command-row.js';
import { jsonOption, type JsonFlag } from './common-options.js';
import { jsmcpOptions } from './jsmcp-options.js';
import { portOption, type PortFlag } from './port-option.js';

/** `sluice status`. */
export const statusCommand: CommandRow<readonly [string | undefined], JsonFlag & PortFlag> = {
  name: 'status',
  summary: 'how the daemon is, and each of its servers',
  arguments: [{ name: '[server]', summary: 'only this server' }],
  options: [portOption('port of the daemon', 1), jsmcpOptions.host, jsonOption],
  run: async ({ words: [server], flags: { port, json = false }, options, terminal }) =>
    (await import('../verbs/status.js')).status(
      options,
      { ...(server !== undefined && { server }), port, json },
      terminal,
    ),
};
