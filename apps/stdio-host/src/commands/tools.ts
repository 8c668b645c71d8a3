import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice tools`. */
export const toolsCommand: CommandRow<readonly [string | undefined], JsonFlag> = {
  name: 'tools',
  summary: 'list the tools that programs may call, of all servers or of one',
  arguments: [{ name: '[server]', summary: 'only tools of this server' }],
  options: [...commonOptions, jsonOption],
  run: async ({ words: [server], flags, options, terminal }) =>
    (await import('../verbs/tools.js')).tools(
      options,
      { server, json: flags.json === true },
      terminal,
    ),
};
