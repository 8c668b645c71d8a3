import type { Json } from '@sluice/contracts';
import * as z from 'zod';
import type { AskingRuns } from '../exchange/asking-runs.js';
import { presentExecution } from '../present/present-execution.js';
import { isQuestions } from './tool-outcome.js';
import { defineTool, type ToolRow } from './tool-row.js';

/** As in jsmcp, in milliseconds. */
const defaultTimeoutMs = 30_000;
const maxTimeoutMs = 300_000;

/**
 * The row of jsmcp's `execute_code`: the same run as `run_code`, answered in the shape of jsmcp.
 *
 * @param catalogue what the description says of the tools
 */
export function executeCodeRow(runs: AskingRuns, catalogue: () => string): ToolRow {
  return defineTool({
    name: 'execute_code',
    group: 'jsmcp',
    title: 'Execute code',
    description: () => `${introduction}\n\n${catalogue()}`,
    input: z.object({
      code: z.string().min(1).describe('JavaScript or TypeScript: the body of an async function.'),
      data: z.record(z.string(), z.unknown()).optional().describe('The program sees it as `data`.'),
      timeoutMs: z
        .int()
        .min(1)
        .max(maxTimeoutMs)
        .optional()
        .describe(`Wall clock in milliseconds. Default ${defaultTimeoutMs}.`),
    }),
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    run: async ({ code, data, timeoutMs = defaultTimeoutMs }, context) => {
      const request = { code, data: data as Json | undefined, timeoutMs };
      const outcome = await runs.turn(request, context);
      return isQuestions(outcome) ? outcome : presentExecution(outcome);
    },
  });
}

const introduction =
  'Runs one program in a sandbox and returns its value. The program calls tools with `await server.tool({…})`; filter and join in code, and return only what you need. What it prints is for fetch_logs.';
