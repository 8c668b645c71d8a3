import type { Json, JsonObject, UpstreamTool } from '@sluice/contracts';

/**
 * The tools in a cache file, checked: a file on disk is as hostile as any other byte.
 *
 * @throws Error that says what is wrong, when the file is not one of ours or is of another definition.
 */
export function readCachedTools(file: Json, definitionDigest: string): readonly UpstreamTool[] {
  if (!isObject(file) || file['version'] !== 1) throw new Error('it is not of version 1');
  if (file['definitionDigest'] !== definitionDigest) throw new Error('it is of another definition');
  const tools = file['tools'];
  if (!Array.isArray(tools)) throw new Error('it has no list of tools');
  tools.forEach((tool: Json, index) => {
    if (!isTool(tool)) throw new Error(`tools[${index}] is not a tool`);
  });
  return tools as unknown as readonly UpstreamTool[];
}

function isTool(tool: Json): boolean {
  if (!isObject(tool)) return false;
  const isText = (key: string) => typeof tool[key] === 'string';
  const isOptional = (key: string, isFine: (value: Json) => boolean) => {
    const value = tool[key];
    return value === undefined || isFine(value);
  };
  return (
    isText('name') &&
    isText('rawName') &&
    isSchema(tool['inputSchema'] ?? null) &&
    isOptional('title', (value) => typeof value === 'string') &&
    isOptional('description', (value) => typeof value === 'string') &&
    isOptional('outputSchema', isSchema) &&
    isOptional('annotations', isObject) &&
    isOptional(
      'notes',
      (value) => Array.isArray(value) && value.every((note) => typeof note === 'string'),
    )
  );
}

function isSchema(value: Json): boolean {
  return typeof value === 'boolean' || isObject(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
