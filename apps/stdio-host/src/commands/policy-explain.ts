import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

interface ExplainFlags extends JsonFlag {
  readonly args?: string;
}

/** `sluice policy explain`. */
export const policyExplainCommand: CommandRow<readonly [string], ExplainFlags> = {
  name: 'policy explain',
  summary: 'which rule decides a call, and why',
  arguments: [{ name: '<tool>', summary: 'its id or call path' }],
  options: [
    ...commonOptions,
    { flags: '--args <json>', summary: 'the arguments; without: any' },
    jsonOption,
  ],
  run: async ({ words: [tool], flags: { args, json = false }, options, terminal }) =>
    (await import('../verbs/policy-explain.js')).policyExplain(
      options,
      { tool, args, json },
      terminal,
    ),
};
