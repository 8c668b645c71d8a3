import type {
  Json,
  JsonObject,
  JsonSchema,
  ToolAnnotations,
  UpstreamTool,
} from '@sluice/contracts';

/** One tool of a `tools/list` page. */
export interface ListedTool {
  readonly tool: UpstreamTool;
  /** The upstream runs it only as a task of revision 2025-11-25. */
  readonly needsTask: boolean;
}

/**
 * Reads one entry of `tools/list` leniently: whatever is odd about it becomes a note, so that one bad
 * tool loses neither itself nor the others. `undefined` only where there is no name to call it by.
 */
export function readTool(entry: Json): ListedTool | undefined {
  if (!isObject(entry)) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = entry;
  if (typeof name !== 'string' || name === '') return undefined;
  const needsTask = isObject(execution) && execution['taskSupport'] === 'required';
  const notes = [
    ...(isSchema(inputSchema) ? [] : [inputNote(inputSchema)]),
    ...(outputSchema === undefined || outputSchema === null || isSchema(outputSchema)
      ? []
      : ['outputSchema is not a schema and was left out']),
    ...(needsTask
      ? ['runs only as a task (taskSupport "required"), which cannot be called yet']
      : []),
  ];
  const tool: UpstreamTool = {
    name,
    rawName: name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema: isSchema(inputSchema) ? inputSchema : {},
    ...(isSchema(outputSchema) && { outputSchema }),
    ...(isObject(annotations) && { annotations: readAnnotations(annotations) }),
    ...(notes.length > 0 && { notes }),
  };
  return { tool, needsTask };
}

function inputNote(inputSchema: Json | undefined): string {
  return inputSchema === undefined
    ? 'inputSchema is missing: any object is taken'
    : 'inputSchema is not a schema: any object is taken';
}

function readAnnotations(annotations: JsonObject): ToolAnnotations {
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  const { title } = annotations;
  return {
    ...(typeof title === 'string' && { title }),
    ...Object.fromEntries(
      hints.flatMap((hint) =>
        typeof annotations[hint] === 'boolean' ? [[hint, annotations[hint]]] : [],
      ),
    ),
  };
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
