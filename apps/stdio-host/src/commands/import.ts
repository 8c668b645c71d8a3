import type { CommandRow } from './command-row.js';
import { configOption, jsonOption, type JsonFlag } from './common-options.js';
import { dryRunOption } from './writing-options.js';

interface ImportFlags extends JsonFlag {
  readonly from?: string;
  readonly to?: string;
  readonly workspace?: boolean;
  readonly dryRun?: boolean;
}

/** `sluice import`. */
export const importCommand: CommandRow<readonly [], ImportFlags> = {
  name: 'import',
  summary: 'take the servers of your MCP clients into the configuration',
  options: [
    configOption,
    {
      flags: '--from <file>',
      summary: 'only those of this client (cursor, codex, …) or file; without: of all clients',
    },
    {
      flags: '--to <file>',
      summary: 'the configuration that takes them; without: the one that counts here',
    },
    {
      flags: '--workspace',
      summary: 'also those of the current folder: only where you trust it',
    },
    dryRunOption,
    jsonOption,
  ],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/import.js')).importServers(
      options,
      {
        from: flags.from,
        to: flags.to,
        workspace: flags.workspace === true,
        dryRun: flags.dryRun === true,
        json: flags.json === true,
      },
      terminal,
    ),
};
