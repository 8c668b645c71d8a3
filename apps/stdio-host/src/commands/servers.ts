import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice servers`. */
export const serversCommand: CommandRow<readonly [], JsonFlag> = {
  name: 'servers',
  summary: 'connect every upstream and show its state',
  options: [...commonOptions, jsonOption],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/servers.js')).servers(options, { json: flags.json === true }, terminal),
};
