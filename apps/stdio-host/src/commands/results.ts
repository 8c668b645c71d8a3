import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice results`. */
export const resultsCommand: CommandRow<readonly [], JsonFlag> = {
  name: 'results',
  summary: 'list what is kept, of all sessions',
  options: [...commonOptions, jsonOption],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/results.js')).results(options, { json: flags.json === true }, terminal),
};
