import type { CommandRow } from './command-row.js';
import { configOption, profileOption } from './common-options.js';
import { clientArgument, writingOptions, writingOptionsOf } from './writing-options.js';
import type { WritingFlags } from './writing-options.js';

/** `sluice install`. */
export const installCommand: CommandRow<
  readonly [string],
  WritingFlags & { readonly move?: boolean }
> = {
  name: 'install',
  summary: "write Sluice into an MCP client's configuration; shows the change and asks first",
  arguments: [clientArgument],
  options: [
    configOption,
    profileOption,
    { flags: '--move', summary: "take the client's other servers behind Sluice" },
    ...writingOptions,
  ],
  run: async ({ words: [client], flags, options, terminal }) =>
    (await import('../verbs/install.js')).install(
      options,
      { ...writingOptionsOf(client, flags), move: flags.move === true },
      terminal,
    ),
};
