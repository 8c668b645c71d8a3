import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

/** `sluice doctor`. */
export const doctorCommand: CommandRow<readonly [], JsonFlag> = {
  name: 'doctor',
  summary: 'check configuration, sandbox and upstreams, and say what to do',
  options: [...commonOptions, jsonOption],
  run: async ({ flags, options, terminal }) =>
    (await import('../verbs/doctor.js')).doctor(options, { json: flags.json === true }, terminal),
};
