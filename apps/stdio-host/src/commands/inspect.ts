import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice inspect`. */
export const inspectCommand: CommandRow<readonly [string], JsonFlag> = {
  name: 'inspect',
  summary: 'show what a kept result is, its shape and a preview',
  arguments: [{ name: '<ref>', summary: 'its reference' }],
  options: [...commonOptions, jsonOption],
  run: async ({ words: [ref], flags, options, terminal }) =>
    (await import('../verbs/inspect.js')).inspect(
      options,
      { ref, json: flags.json === true },
      terminal,
    ),
};
