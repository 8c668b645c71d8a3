import type { RunProgress, ToolAnnotations, ToolGroup } from '@sluice/contracts';
import type { Session } from '@sluice/core';
import * as z from 'zod';
import type { ListedTool } from '../gateway.js';
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
 * One tool, declared once: MCP, the JSON API and the command line are faces of this row.
 */
export interface ToolRow {
  readonly name: string;
  readonly group: ToolGroup;
  /** Other groups that have it too. */
  readonly alsoIn?: readonly ToolGroup[];
  readonly title?: string | undefined;
  /** May change with the catalogue; `notifications/tools/list_changed` follows. */
  description(): string | undefined;
  readonly inputSchema: ListedTool['inputSchema'];
  /** Of upstream tools whose results are passed on as they come. */
  readonly outputSchema?: ListedTool['inputSchema'] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Of our own tools, as a client must not put them off. @default none */
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** Takes unchecked arguments; bad ones are answered, not thrown. */
  run(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** One of our own tools, with its typed input. */
export interface OwnTool<Input extends z.ZodType> extends Pick<
  ToolRow,
  'name' | 'group' | 'alsoIn'
> {
  readonly title: string;
  description(): string;
  readonly input: Input;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolOutcome>;
}

/** Makes the row of one of our own tools: the arguments are parsed at this door and trusted inside. */
export function defineTool<Input extends z.ZodType>({
  input,
  run,
  ...tool
}: OwnTool<Input>): ToolRow {
  const inputSchema = inputSchemaOf(input);
  return {
    ...tool,
    inputSchema,
    // Clients that defer tools behind a search of their own would pay two turns more.
    _meta: { 'anthropic/alwaysLoad': true },
    run: async (args, context) => {
      const parsed = input.safeParse(args ?? {});
      return parsed.success
        ? run(parsed.data, context)
        : wrongArguments(tool.name, inputSchema, parsed.error);
    },
  };
}

function wrongArguments(
  name: string,
  inputSchema: ToolRow['inputSchema'],
  error: z.ZodError,
): ToolAnswer {
  const problems = error.issues.map((issue) => {
    const path = issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
    return `- ${path}${issue.message}`;
  });
  const known = argumentNames(inputSchema);
  const takes = known === '' ? 'It takes no arguments.' : `It takes ${known}.`;
  const text = [`${name} was called with wrong arguments:`, ...problems, takes].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}

/** `code, data?, timeoutMs?` */
function argumentNames(schema: ToolRow['inputSchema']): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ');
}

function inputSchemaOf(input: z.ZodType): ToolRow['inputSchema'] {
  const schema = z.toJSONSchema(input, { io: 'input' });
  delete schema.$schema;
  return { ...schema, type: 'object' };
}
