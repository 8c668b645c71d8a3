import type { ServerDefinition } from '@sluice/contracts';
import { quoteText } from './quote-text.js';

/** The servers of one file of an MCP client. */
export interface ClientServers {
  /** The client, as it goes into names: `claude-code`. */
  readonly client: string;
  readonly servers: readonly ServerDefinition[];
}

/**
 * The servers of several clients as one list. One that several clients have under the same name, started or reached
 * the same way, is there once; where the same name stands for different ones, each gets its client's name too
 * (`tracker-cursor`), so that none hides another.
 */
export function joinClientServers(files: readonly ClientServers[]): readonly ServerDefinition[] {
  const found = new Map<string, { readonly client: string; readonly server: ServerDefinition }[]>();
  for (const { client, servers } of files)
    for (const server of servers) {
      const same = found.get(server.name) ?? [];
      if (same.some((other) => reachOf(other.server) === reachOf(server))) continue;
      found.set(server.name, [...same, { client, server }]);
    }
  const taken = new Set(
    [...found].flatMap(([name, different]) => (different.length === 1 ? [name] : [])),
  );
  return [...found.values()].flatMap((different) =>
    different.length === 1
      ? different.map(({ server }) => server)
      : different.map(({ client, server }) =>
          renamed(server, free(`${server.name}-${client}`, taken)),
        ),
  );
}

/** What a yes is bound to, and whose the file is: a folder's is not the user's. An entry that cannot be read is one of its own. */
function reachOf({ consent, transport, problem, file }: ServerDefinition): string {
  const own = problem === undefined ? '' : `${file} ${problem.message}`;
  return JSON.stringify([consent?.origin, transport, own]);
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`;
  taken.add(name);
  return name;
}

function renamed(server: ServerDefinition, name: string): ServerDefinition {
  const { problem } = server;
  if (problem === undefined) return { ...server, name };
  const message = problem.message.replace(quoteText(server.name), () => quoteText(name));
  return { ...server, name, problem: { ...problem, message } };
}
