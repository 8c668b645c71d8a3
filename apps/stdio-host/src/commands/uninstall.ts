import type { CommandRow } from './command-row.js';
import { clientArgument, writingOptions, writingOptionsOf } from './writing-options.js';
import type { WritingFlags } from './writing-options.js';

/** `sluice uninstall`. */
export const uninstallCommand: CommandRow<readonly [string], WritingFlags> = {
  name: 'uninstall',
  summary: "take Sluice out of an MCP client's configuration again",
  arguments: [clientArgument],
  options: writingOptions,
  run: async ({ words: [client], flags, options, terminal }) =>
    (await import('../verbs/uninstall.js')).uninstall(
      options,
      writingOptionsOf(client, flags),
      terminal,
    ),
};
