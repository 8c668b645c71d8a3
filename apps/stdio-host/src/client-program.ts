import { fileURLToPath } from 'node:url';
import type { RunningProgram } from '@sluice/gateway/clients';
import type { HostOptions } from './host-options.js';

/** The command that runs now, as clients are told to start it: the runner stands beside it (tools/bundle-app.mjs). */
export function clientProgram({ gateway }: HostOptions): RunningProgram {
  return {
    node: process.execPath,
    script: fileURLToPath(new URL('../bin/main.js', gateway.runnerUrl)),
    version: gateway.version,
  };
}
