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
 * (`tracker-cursor`), so that none hides another. What came with a folder changes no name of the user's: where it has one of them,
 * it alone gets another.
 */
export function joinClientServers(files: readonly ClientServers[]): readonly ServerDefinition[] {
  const found = new Map<string, { readonly client: string; readonly server: ServerDefinition }[]>();
  for (const { client, servers } of files)
    for (const server of servers) {
      const same = found.get(server.name) ?? [];
      if (same.some((other) => reachOf(other.server) === reachOf(server))) continue;
      found.set(server.name, [...same, { client, server }]);
    }
  const keeps = (different: readonly { readonly server: ServerDefinition }[]) => {
    const own = different.filter(({ server }) => server.consent?.origin !== 'project');
    const [only, ...others] = own.length > 0 ? own : different;
    return others.length === 0 ? only?.server : undefined;
  };
  const taken = new Set(
    [...found].flatMap(([name, different]) => (keeps(different) === undefined ? [] : [name])),
  );
  return [...found.values()].flatMap((different) => {
    const kept = keeps(different);
    return different.map(({ client, server }) =>
      server === kept ? server : renamed(server, free(`${server.name}-${client}`, taken)),
    );
  });
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
