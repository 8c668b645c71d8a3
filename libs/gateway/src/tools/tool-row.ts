import type { RunProgress, ToolGroup } from '@sluice/contracts';
import type { Session } from '@sluice/core';
import * as z from 'zod';
import type { AskingTurn, ToolAnswer, ToolOutcome } from './tool-outcome.js';

/** Who asks, and how to stop or to report. */
export interface ToolContext {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Of a face that can show forms to a person; without it no tool asks. */
  readonly turn?: AskingTurn;
}

/**
 * One of our own tools, declared once: MCP, the JSON API and the command line are faces of this row.
 */
export interface ToolRow {
  readonly name: string;
  readonly group: ToolGroup;
  readonly title: string;
  /** May change with the catalogue; `notifications/tools/list_changed` follows. */
  description(): string;
  readonly input: z.ZodType;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Takes unchecked arguments; bad ones are answered, not thrown. */
  run(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** Joins a row with its typed input: the arguments are parsed at this door and trusted inside. */
export function defineTool<Input extends z.ZodType>(
  row: Omit<ToolRow, 'input' | 'run'> & {
    readonly input: Input;
    run(input: z.output<Input>, context: ToolContext): Promise<ToolOutcome>;
  },
): ToolRow {
  return {
    ...row,
    run: async (args, context) => {
      const parsed = row.input.safeParse(args ?? {});
      return parsed.success ? row.run(parsed.data, context) : wrongArguments(row, parsed.error);
    },
  };
}

function wrongArguments(
  { name, input }: Pick<ToolRow, 'name' | 'input'>,
  error: z.ZodError,
): ToolAnswer {
  const problems = error.issues.map((issue) => {
    const path = issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
    return `- ${path}${issue.message}`;
  });
  const known = `It takes ${argumentNames(input)}.`;
  const text = [`${name} was called with wrong arguments:`, ...problems, known].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}

/** `code, data?, timeoutMs?` */
function argumentNames(input: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ');
}
