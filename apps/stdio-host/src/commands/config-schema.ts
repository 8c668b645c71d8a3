import type { CommandRow } from './command-row.js';

/** `sluice config schema`. */
export const configSchemaCommand: CommandRow = {
  name: 'config schema',
  summary: 'print the JSON Schema of the configuration, for editors',
  run: async ({ terminal }) => (await import('../verbs/config-schema.js')).configSchema(terminal),
};
