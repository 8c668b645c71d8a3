import type { Json } from '@sluice/contracts';
import * as z from 'zod';
import { presentRun } from '../present/present-run.js';
import type { AskingRuns } from '../exchange/asking-runs.js';
import { isQuestions } from './tool-outcome.js';
import { defineTool, type ToolRow } from './tool-row.js';

const input = z.strictObject({
  code: z
    .string()
    .describe('TypeScript or JavaScript: the body of an async function, with await and return.'),
  data: z.unknown().optional().describe('Any JSON; the program sees it as `data`.'),
  timeoutMs: z
    .number()
    .positive()
    .optional()
    .describe('Wall clock of this run in milliseconds; can only lower the configured limit.'),
});

/**
 * The row of `run_code`.
 *
 * @param catalogue what the description says of the tools: signatures where they are few, else servers and counts
 */
export function runCodeRow(runs: AskingRuns, catalogue: () => string): ToolRow {
  return defineTool({
    name: 'run_code',
    group: 'code',
    title: 'Run a program',
    description: () => `${introduction}\n\n${catalogue()}`,
    input,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    run: async ({ code, data, timeoutMs }, context) => {
      const outcome = await runs.turn({ code, data: data as Json | undefined, timeoutMs }, context);
      return isQuestions(outcome) ? outcome : presentRun(outcome);
    },
  });
}

const introduction = `Runs one TypeScript or JavaScript program in a sandbox and returns its value. The program calls tools with \`await tools.server.tool({…})\` (or \`call(id, args)\`); calls in Promise.all overlap. Filter, join and loop in code, and return only what you need.
Also there: data, console.log, search(query), describe(id), progress(done, total), emit(block), recall(ref), results.select(ref, jmespath), results.keep(value), ask(question, schema) for a decision of the user; saveFile(name, textOrBytesOrJson) and readFile(name, { as: "text" | "bytes" | "json" }) for files that later runs of this session see. No network, other files or imports: tools are the only way out. A tool's error is thrown.`;
