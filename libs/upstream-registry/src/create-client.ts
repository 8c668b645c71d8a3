import { Client } from '@modelcontextprotocol/client';
import type { VersionNegotiationOptions } from '@modelcontextprotocol/client';
import type { LinkDependencies } from './link.js';

/** The longest delay a timer takes; the SDK's own default of 60 seconds must never apply. */
export const noTimeoutMs = 2_147_483_647;

/**
 * Makes an SDK client. It declares no capability: what an upstream would ask (a form, sampling,
 * roots) cannot be passed on over a shared connection without asking the wrong person.
 *
 * @param versionNegotiation undefined: `initialize` only
 */
export function createClient(
  { clientInfo, onListChanged }: LinkDependencies,
  versionNegotiation?: VersionNegotiationOptions,
): Client {
  const client = new Client(clientInfo, {
    capabilities: {},
    inputRequired: { autoFulfill: false },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onListChanged } },
    ...(versionNegotiation !== undefined && { versionNegotiation }),
  });
  // Some servers notify without having declared it; the SDK's own handler replaces this one.
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChanged());
  return client;
}
