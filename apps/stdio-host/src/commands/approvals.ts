import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice approvals`. */
export const approvalsCommand: CommandRow<
  readonly ['list' | 'revoke' | 'export', string | undefined],
  JsonFlag
> = {
  name: 'approvals',
  summary: 'list what you approved to last, take it back, or export it',
  arguments: [
    {
      name: '[action]',
      summary: 'what to do',
      choices: ['list', 'revoke', 'export'],
      default: 'list',
    },
    { name: '[id]', summary: 'the approval to revoke' },
  ],
  options: [...commonOptions, jsonOption],
  run: async ({ words: [action, id], flags, options, terminal }) =>
    (await import('../verbs/approvals.js')).approvals(
      options,
      { action, id, json: flags.json === true },
      terminal,
    ),
};
