import { resultModes, SluiceError } from '@sluice/contracts';
import type { ResultModes } from '@sluice/core';
import * as z from 'zod';
import { presentRefusal } from '../present/present-refusal.js';
import { defineTool, type ToolRow } from './tool-row.js';

const target = z.string().describe('A server, or "server:tool", which goes first.');

/** The rows of the group `modes`: whether results of direct tools are shown or kept. */
export function modeRows(modes: ResultModes): readonly ToolRow[] {
  return [
    defineTool({
      name: 'set_result_mode',
      group: 'modes',
      title: 'Set a result mode',
      description: () =>
        'Sets for this session what becomes of the results of a server or tool that you call directly: auto keeps large ones and shows a reference, always keeps all, never shows all.',
      input: z.strictObject({ target, mode: z.enum(resultModes) }),
      annotations: { ...changesSession, readOnlyHint: false },
      run: async ({ target: wanted, mode }, { session }) => {
        try {
          modes.set(session, wanted, mode);
        } catch (error) {
          if (error instanceof SluiceError) return presentRefusal(error);
          throw error;
        }
        return answer(`${wanted}: ${mode}`);
      },
    }),
    defineTool({
      name: 'get_result_mode',
      group: 'modes',
      title: 'Get result modes',
      description: () => 'Lists the modes that are set; all others are auto.',
      input: z.strictObject({ target: target.optional() }),
      annotations: { ...changesSession, readOnlyHint: true },
      run: async ({ target: wanted }, { session }) => {
        const lines = modes
          .list(session, wanted)
          .map((set) => `${set.target}: ${set.mode} (${places[set.from]})`);
        return answer([...lines, 'all others: auto'].join('\n'));
      },
    }),
  ];
}

const changesSession = {
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const places = { configuration: 'by the configuration', session: 'for this session' } as const;

function answer(text: string) {
  return { content: [{ type: 'text', text }], isError: false };
}
