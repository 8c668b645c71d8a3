import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice clean`. */
export const cleanCommand: CommandRow<readonly [], JsonFlag> = {
  name: 'clean',
  summary: 'remove results whose time is up, and old logs',
  options: [...commonOptions, jsonOption],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/clean.js')).clean(options, { json: flags.json === true }, terminal),
};
