import type { SearchToolsReport, SearchToolsRequest } from '@sluice/core';
import * as z from 'zod';
import type { AskingTrust } from '../exchange/asking-trust.js';
import { presentSearch } from '../present/present-search.js';
import { defineTool, type ToolRow } from './tool-row.js';

const input = z.strictObject({
  query: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe(
      'What you need, in a few words; several needs as a list, one group of results each. Empty: the servers.',
    ),
  server: z.string().optional().describe('Only tools of this server.'),
  readOnly: z
    .boolean()
    .optional()
    .describe('Only tools whose server says that they change nothing.'),
  limit: z.int().min(1).max(100).optional().describe('Results per query. Default 8.'),
  detail: z
    .enum(['signature', 'brief', 'schema'])
    .optional()
    .describe('signature (default): TypeScript; brief: one line; schema: with JSON Schemas.'),
});

/**
 * The row of `search_tools`.
 *
 * @param problems configuration files that cannot be used, one line each
 */
export function searchToolsRow(
  search: (request: SearchToolsRequest) => Promise<SearchToolsReport>,
  trust: AskingTrust,
  problems: () => readonly string[],
): ToolRow {
  return defineTool({
    name: 'search_tools',
    group: 'code',
    title: 'Search tools',
    description: () =>
      'Finds tools of the connected MCP servers and shows them as TypeScript signatures, ready to call in a run_code program. Ask for everything a job needs in one call.',
    input,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: async (request, context) => {
      const asked = (await trust.resume(context)) ?? trust.ask(context);
      if (asked) return asked;
      return presentSearch(await search({ ...request, signal: context.signal }), problems());
    },
  });
}
