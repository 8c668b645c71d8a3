import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice stats`. */
export const statsCommand: CommandRow<readonly [], JsonFlag> = {
  name: 'stats',
  summary: 'what programs moved, and what of it went into the context',
  options: [...commonOptions, jsonOption],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/stats.js')).stats(options, { json: flags.json === true }, terminal),
};
