import type { Approval, ToolDefinition } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import type { Json } from '@sluice/contracts';
import { jsonFields, type JsonFields } from './json-fields.js';

/** An approval as the text of its file: indented JSON that a person can read. */
export function printApproval(approval: Approval): string {
  const { id, toolId, scope, workspace, definition, grantedAt, answeredIn } = approval;
  const text = printJson(
    {
      version: 1,
      id,
      tool: toolId,
      scope,
      ...(workspace === undefined ? {} : { workspace }),
      grantedAt: new Date(grantedAt).toISOString(),
      answeredIn,
      definition: printDefinition(definition),
    },
    2,
  );
  return `${text}\n`;
}

/**
 * Reads what {@link printApproval} printed.
 *
 * @throws Error that says what is wrong, when the text is not one of ours
 */
export function readApproval(text: string): Approval {
  const fields = jsonFields(parseJson(text));
  if (fields.value('version') !== 1) throw new Error('it is not of version 1');
  const scope = fields.oneOf('scope', ['workspace', 'always']);
  const workspace = fields.optionalText('workspace');
  if ((scope === 'workspace') !== (workspace !== undefined))
    throw new Error('a "workspace" goes with the scope workspace, and only with it');
  return {
    id: fields.text('id'),
    toolId: fields.text('tool'),
    scope,
    ...(workspace === undefined ? {} : { workspace }),
    definition: readDefinition(fields.object('definition')),
    grantedAt: fields.time('grantedAt'),
    answeredIn: fields.oneOf('answeredIn', ['client', 'terminal', 'page']),
  };
}

/** A tool's definition as JSON; what the tool says of itself as an object, where that reads back the same. */
export function printDefinition({ digest, upstream, tool }: ToolDefinition): Json & object {
  return { digest, upstream, tool: asObject(tool) ?? tool };
}

/** Reads what {@link printDefinition} made. */
export function readDefinition(fields: JsonFields): ToolDefinition {
  const tool = fields.value('tool');
  return {
    digest: fields.text('digest'),
    upstream: fields.text('upstream'),
    tool: typeof tool === 'string' ? tool : printJson(tool ?? null),
  };
}

function asObject(text: string): Json | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && printJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
