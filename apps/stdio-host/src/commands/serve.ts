import type { CommandRow } from './command-row.js';
import { commonOptions, servingOptions } from './common-options.js';
import { jsmcpOptions } from './jsmcp-options.js';
import { profileArgument, withProfile } from './profile-argument.js';

/** `sluice`, `sluice serve`. */
export const serveCommand: CommandRow<readonly [string | undefined]> = {
  name: 'serve',
  alias: 'run',
  summary: 'stdio MCP server (default)',
  arguments: [profileArgument],
  options: [...commonOptions, ...servingOptions, jsmcpOptions.port],
  run: async ({ words, options, terminal }) =>
    (await import('../verbs/serve.js')).serve(withProfile(options, words[0]), terminal),
};
