import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { callTool } from './call-tool.js';
import { allSettled, withGateway } from './with-gateway.js';

/** What `sluice search` was given. */
export interface SearchOptions {
  readonly query: string;
  readonly server?: string;
  readonly limit?: number;
  readonly detail?: string;
  readonly json: boolean;
}

/** `sluice search QUERY`: what `search_tools` shows a model, once every upstream has answered. */
export async function search(
  options: HostOptions,
  { json, ...request }: SearchOptions,
  terminal: Terminal,
): Promise<number> {
  return withGateway(options, terminal, async (gateway) => {
    await allSettled(gateway, terminal);
    return callTool(gateway, terminal, 'search_tools', request, json);
  });
}
