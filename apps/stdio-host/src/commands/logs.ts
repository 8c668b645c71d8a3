import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

interface LogsFlags extends JsonFlag {
  readonly last?: number;
  readonly session?: string;
}

/** `sluice logs`. */
export const logsCommand: CommandRow<readonly [], LogsFlags> = {
  name: 'logs',
  summary: 'show what programs printed, of all sessions',
  options: [
    ...commonOptions,
    {
      flags: '--last <number>',
      summary: 'only the last so many entries',
      range: [1, 1_000_000],
    },
    { flags: '--session <id>', summary: 'only those of this session' },
    jsonOption,
  ],
  run: async ({ flags: { last, session, json = false }, options, terminal }) =>
    (await import('../verbs/logs.js')).logs(options, { last, session, json }, terminal),
};
