import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice policy test`. */
export const policyTestCommand: CommandRow<readonly [string], JsonFlag> = {
  name: 'policy test',
  summary: 'hold your rules against what you expect of them',
  arguments: [{ name: '<file>', summary: 'JSON list of { "tool", "args"?, "action" }' }],
  options: [...commonOptions, jsonOption],
  run: async ({ words: [file], flags, options, terminal }) =>
    (await import('../verbs/policy-test.js')).policyTest(
      options,
      { file, json: flags.json === true },
      terminal,
    ),
};
