import type { ListServers, ListTools } from '@sluice/core';
import * as z from 'zod';
import { presentServers, presentTools } from '../present/present-servers.js';
import { defineTool, type ToolRow } from './tool-row.js';

const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** The rows that say which servers and tools there are; jsmcp has the same. */
export function serverRows(cases: {
  readonly listServers: ListServers;
  readonly listTools: ListTools;
  /** Configuration files that cannot be used, one line each. */
  readonly problems: () => readonly string[];
}): readonly ToolRow[] {
  return [
    defineTool({
      name: 'list_servers',
      group: 'servers',
      alsoIn: ['jsmcp'],
      title: 'List servers',
      description: () => 'Lists the servers behind this one and whether they work.',
      input: z.object({}),
      annotations: readsOnly,
      run: async (_request, context) =>
        presentServers(await cases.listServers(context), cases.problems()),
    }),
    defineTool({
      name: 'list_tools',
      group: 'servers',
      alsoIn: ['jsmcp'],
      title: 'List tools',
      description: () =>
        'Lists the tools of one server, with what they take and give; one that is down is started again.',
      input: z.object({ server: z.string().min(1).describe('Name of the server.') }),
      annotations: readsOnly,
      run: async (request, context) => presentTools(await cases.listTools(request, context)),
    }),
  ];
}
