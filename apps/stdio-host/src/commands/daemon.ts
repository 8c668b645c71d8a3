import type { CommandRow } from './command-row.js';
import { commonOptions, servingOptions } from './common-options.js';
import { jsmcpOptions } from './jsmcp-options.js';
import { portOption, type PortFlag } from './port-option.js';
import { profileArgument, withProfile } from './profile-argument.js';

/** `sluice daemon`. */
export const daemonCommand: CommandRow<readonly [string | undefined], PortFlag> = {
  name: 'daemon',
  alias: 'server',
  summary: 'HTTP MCP server on 127.0.0.1',
  arguments: [profileArgument],
  options: [
    ...commonOptions,
    ...servingOptions,
    portOption('port; 0 for a free one', 0),
    jsmcpOptions.bind,
  ],
  run: async ({ words, flags, options, terminal }) =>
    (await import('../verbs/daemon.js')).daemon(withProfile(options, words[0]), flags, terminal),
};
