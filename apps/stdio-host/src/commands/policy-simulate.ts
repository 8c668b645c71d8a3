import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

interface SimulateFlags extends JsonFlag {
  readonly policy?: string;
}

/** `sluice policy simulate`. */
export const policySimulateCommand: CommandRow<readonly [], SimulateFlags> = {
  name: 'policy simulate',
  summary: 'past calls that other rules would decide otherwise',
  options: [
    ...commonOptions,
    {
      flags: '--policy <file>',
      summary: 'configuration file with the rules to try; without: those of now',
    },
    jsonOption,
  ],
  run: async ({ flags: { policy, json = false }, options, terminal }) =>
    (await import('../verbs/policy-simulate.js')).policySimulate(
      options,
      { policy, json },
      terminal,
    ),
};
