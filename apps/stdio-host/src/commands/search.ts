import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

interface SearchFlags extends JsonFlag {
  readonly server?: string;
  readonly limit?: number;
  readonly detail?: string;
}

/** `sluice search`. */
export const searchCommand: CommandRow<readonly [string], SearchFlags> = {
  name: 'search',
  summary: 'find tools as a model does',
  arguments: [{ name: '<query>', summary: 'what is needed' }],
  options: [
    ...commonOptions,
    { flags: '--server <name>', summary: 'only tools of this server' },
    { flags: '--limit <number>', summary: 'how many', range: [1, 100] },
    {
      flags: '--detail <detail>',
      summary: 'how much of each',
      choices: ['signature', 'brief', 'schema'],
    },
    { ...jsonOption, summary: 'print the whole answer as JSON' },
  ],
  run: async ({ words: [query], flags, options, terminal }) =>
    (await import('../verbs/search.js')).search(
      options,
      {
        query,
        server: flags.server,
        limit: flags.limit,
        detail: flags.detail,
        json: flags.json === true,
      },
      terminal,
    ),
};
