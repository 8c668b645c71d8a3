import { createLogger, openUsageDesk, showLine, showText } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { resultLine } from './results.js';

/** `sluice inspect REF`: what a kept result is, its shape and a preview. */
export async function inspect(
  options: HostOptions,
  { ref, json }: { readonly ref: string; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const desk = openUsageDesk(options.gateway.environment, createLogger(options.log));
  const result = await desk.inspect(ref);
  const { shape, preview } = result;
  if (json) terminal.print(JSON.stringify(result, undefined, 2));
  else
    terminal.print(
      [
        resultLine(result),
        `shape: ${showLine(shape, 2000)}`,
        ...(preview === '' ? [] : ['preview:', showText(preview)]),
      ].join('\n'),
    );
  return 0;
}
