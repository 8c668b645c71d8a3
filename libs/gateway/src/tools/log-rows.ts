import * as z from 'zod';
import { presentCleared, presentLogs } from '../present/present-logs.js';
import { defineTool, type ToolRow } from './tool-row.js';

/**
 * The rows of the group `logs`: what programs of the session printed.
 *
 * @param maxBytes gives the most log text in one answer (`results.inlineMaxBytes`); the rest is for the next call
 */
export function logRows(maxBytes: () => number): readonly ToolRow[] {
  return [
    defineTool({
      name: 'fetch_logs',
      group: 'logs',
      alsoIn: ['jsmcp'],
      title: 'Fetch logs',
      description: () =>
        'Gives what programs of this session printed with console, oldest first, and forgets it.',
      input: z.strictObject({}),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      run: async (_request, { session }) => presentLogs(session.logs.drain(maxBytes())),
    }),
    defineTool({
      name: 'clear_logs',
      group: 'logs',
      alsoIn: ['jsmcp'],
      title: 'Clear logs',
      description: () => 'Forgets what programs of this session printed.',
      input: z.strictObject({}),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      run: async (_request, { session }) => presentCleared(session.logs.clear()),
    }),
  ];
}
