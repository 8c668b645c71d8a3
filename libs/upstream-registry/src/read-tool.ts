import type {
  Json,
  JsonObject,
  JsonSchema,
  ToolAnnotations,
  UpstreamTool,
} from '@sluice/contracts';
import { isNestedDeeper } from './is-nested-deeper.js';
import { createHiddenTextRemover } from './remove-hidden-text.js';

/** Deepest nesting of a schema that is read, in levels; real ones stay below 50. */
const maxSchemaDepth = 200;

/** One tool of a `tools/list` page. */
export interface ListedTool {
  readonly tool: UpstreamTool;
  /** The upstream runs it only as a task of revision 2025-11-25. */
  readonly needsTask: boolean;
  /** Characters that were removed from its texts because no reader sees them. */
  readonly hiddenCharacters: number;
}

/**
 * Reads one entry of `tools/list` leniently: whatever is odd about it becomes a note, so that one bad
 * tool loses neither itself nor the others. Characters that only a model would see are removed from
 * its texts. `undefined` only where there is no name to call it by.
 */
export function readTool(entry: Json): ListedTool | undefined {
  if (!isObject(entry)) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = entry;
  if (typeof name !== 'string' || name === '') return undefined;
  const needsTask = isObject(execution) && execution['taskSupport'] === 'required';
  const remover = createHiddenTextRemover();
  const tool: UpstreamTool = {
    name,
    rawName: name,
    ...(typeof title === 'string' && { title: remover.text(title) }),
    ...(typeof description === 'string' && { description: remover.text(description) }),
    inputSchema: isSchema(inputSchema) ? remover.schema(inputSchema) : {},
    ...(isSchema(outputSchema) && { outputSchema: remover.schema(outputSchema) }),
    ...(isObject(annotations) && { annotations: readAnnotations(annotations, remover.text) }),
  };
  const notes = [
    ...(isSchema(inputSchema)
      ? dialectNotes('inputSchema', inputSchema)
      : [inputNote(inputSchema)]),
    ...(outputSchema === undefined || outputSchema === null || isSchema(outputSchema)
      ? []
      : ['outputSchema is not a schema and was left out']),
    ...(isSchema(outputSchema) ? dialectNotes('outputSchema', outputSchema) : []),
    ...(needsTask
      ? ['runs only as a task (taskSupport "required"), which cannot be called yet']
      : []),
    ...(remover.count > 0
      ? [`${remover.count} hidden characters were removed from its texts`]
      : []),
  ];
  return {
    tool: { ...tool, ...(notes.length > 0 && { notes }) },
    needsTask,
    hiddenCharacters: remover.count,
  };
}

/** The dialects of JSON Schema, by what `$schema` says without its trailing `#`. */
const dialects: ReadonlySet<string> = new Set([
  ...['draft-03', 'draft-04', 'draft-06', 'draft-07'].map(
    (draft) => `http://json-schema.org/${draft}/schema`,
  ),
  'http://json-schema.org/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
]);

function dialectNotes(key: string, schema: JsonSchema): readonly string[] {
  const dialect = isObject(schema) ? schema['$schema'] : undefined;
  if (dialect === undefined) return [];
  const known =
    typeof dialect === 'string' &&
    dialects.has(dialect.replace(/#$/, '').replace(/^https:(?=.*\/draft-0)/, 'http:'));
  return known ? [] : [`${key} names an unknown $schema and is read as JSON Schema 2020-12`];
}

function inputNote(inputSchema: Json | undefined): string {
  return inputSchema === undefined
    ? 'inputSchema is missing: any object is taken'
    : 'inputSchema is not a schema, or nested too deeply: any object is taken';
}

function readAnnotations(
  annotations: JsonObject,
  clean: (text: string) => string,
): ToolAnnotations {
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  const { title } = annotations;
  return {
    ...(typeof title === 'string' && { title: clean(title) }),
    ...Object.fromEntries(
      hints.flatMap((hint) =>
        typeof annotations[hint] === 'boolean' ? [[hint, annotations[hint]]] : [],
      ),
    ),
  };
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || (isObject(value) && !isNestedDeeper(value, maxSchemaDepth));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
