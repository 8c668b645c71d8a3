import { clients } from './clients.js';
import type { ConfigPlace, McpClient, PlaceInput } from './mcp-client.js';

/** A place with the client whose it is. */
export interface ClientPlace extends ConfigPlace {
  readonly client: McpClient;
}

/**
 * Every file in which a known client may have servers, client by client. Whoever looks decides which of them exist.
 *
 * @example
 * clientPlaces({ platform: 'linux', homeFolder: '/home/ann', environment: {} })
 *   .find(({ client }) => client.id === 'cursor')?.path; // '/home/ann/.cursor/mcp.json'
 */
export function clientPlaces(input: PlaceInput): readonly ClientPlace[] {
  return clients.flatMap((client) => client.places(input).map((place) => ({ ...place, client })));
}
