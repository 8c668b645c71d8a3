import type { ServerDefinition } from '@sluice/contracts';
import { nameLikeness } from './name-likeness.js';
import { quoteText } from './quote-text.js';

/**
 * Entries of an earlier file hide those of a later one as a whole; the hidden ones are named. What came with a folder takes no name
 * that could be taken for one of the user's either: `my_server` is what programs call a server `my-server`.
 */
export function joinServers(
  parts: readonly { readonly servers: readonly ServerDefinition[] }[],
  warn: (line: string) => void,
): ServerDefinition[] {
  const all = parts.flatMap((part) => part.servers);
  const own = new Map(
    all
      .filter((server) => !isOfFolder(server))
      .map((server) => [nameLikeness(server.name), server]),
  );
  const servers = new Map<string, ServerDefinition>();
  for (const server of all) {
    const winner = servers.get(server.name);
    const like = isOfFolder(server) ? own.get(nameLikeness(server.name)) : undefined;
    if (winner !== undefined)
      warn(
        `${server.file}: the server ${quoteText(server.name)} is hidden by the one in ${winner.file}`,
      );
    else if (like !== undefined && like.name !== server.name)
      warn(
        `${server.file}: the server ${quoteText(server.name)} is left out: its name could be taken for ${quoteText(like.name)} in ${like.file}`,
      );
    else servers.set(server.name, server);
  }
  return [...servers.values()];
}

function isOfFolder({ consent }: ServerDefinition): boolean {
  return consent?.origin === 'project';
}
