import type { Json, ToolDefinition } from '@sluice/contracts';
import { canonicalJson, parseJson } from '@sluice/json-text';
import { difference } from './difference.js';

/**
 * What differs between the definition that a person approved and the one of now, one line each, with
 * both sides. Of long texts the part that differs is shown.
 */
export function describeChanges(before: ToolDefinition, now: ToolDefinition): readonly string[] {
  const [old, current] = [membersOf(before.tool), membersOf(now.tool)];
  const changes = [
    difference('server', before.upstream, now.upstream),
    ...['title', 'description', 'inputSchema', 'annotations'].map((name) =>
      difference(name, textOf(old[name]), textOf(current[name])),
    ),
  ].filter((change) => change !== undefined);
  return changes.length > 0
    ? changes
    : ['what it is called, or a part of how its server is started that is not shown'];
}

/** A saved approval is a file that people may edit: what is no object has no members. */
function membersOf(tool: string): Readonly<Record<string, Json>> {
  try {
    const value = parseJson(tool);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, Json>>)
      : {};
  } catch {
    return {};
  }
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : canonicalJson(value);
}
