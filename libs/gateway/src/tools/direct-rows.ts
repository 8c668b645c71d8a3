import type { JsonObject } from '@sluice/contracts';
import type { ResultModes } from '@sluice/core';
import type { AskingCalls } from '../exchange/asking-calls.js';
import type { Envelope } from '../present/envelopes.js';
import { presentDirect } from '../present/present-direct.js';
import type { DirectTool, DirectTools } from './direct-tools.js';
import { isQuestions } from './tool-outcome.js';
import type { ToolRow } from './tool-row.js';

/** What {@link createDirectRows} needs. */
export interface DirectRowsOptions {
  readonly directTools: DirectTools;
  readonly calls: Pick<AskingCalls, 'turn'>;
  readonly modes: ResultModes;
  /** Whether clients have tools that set modes. */
  readonly canSetModes: boolean;
  readonly envelope: Envelope;
}

/**
 * The rows of the group `direct`: tools of upstreams with their titles, descriptions, schemas and
 * annotations. An output schema is shown only where no envelope may ever take the place of a result.
 *
 * @returns the same list as long as the tools are the same
 */
export function createDirectRows(options: DirectRowsOptions): () => readonly ToolRow[] {
  let source: readonly DirectTool[] | undefined;
  let rows: readonly ToolRow[] = [];
  return () => {
    const tools = options.directTools.all();
    if (tools !== source) {
      source = tools;
      rows = tools.map((tool) => directRow(tool, options));
    }
    return rows;
  };
}

function directRow(direct: DirectTool, options: DirectRowsOptions): ToolRow {
  const { name, tool, inputSchema, outputSchema } = direct;
  const { title, description, annotations } = tool.tool;
  const isNever = options.modes.configured(tool) === 'never' && !options.canSetModes;
  const hasOutputSchema = isNever && outputSchema !== undefined;
  return {
    name,
    group: 'direct',
    title,
    description: () => description,
    inputSchema,
    ...(hasOutputSchema && { outputSchema }),
    annotations,
    async run(args, context) {
      const request = { toolId: tool.id, args: (args ?? {}) as JsonObject };
      const report = await options.calls.turn(request, context);
      if (isQuestions(report)) return report;
      return presentDirect(report, { hasOutputSchema, envelope: options.envelope });
    },
  };
}
