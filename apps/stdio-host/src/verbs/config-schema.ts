import { configSchema as schemaOf } from '@sluice/gateway';
import type { Terminal } from '../terminal.js';

/** `sluice config schema`: the JSON Schema of the configuration, for editors. */
export function configSchema(terminal: Terminal): number {
  terminal.print(JSON.stringify(schemaOf(), undefined, 2));
  return 0;
}
