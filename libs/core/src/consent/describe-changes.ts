import type { Json, ToolDefinition } from '@sluice/contracts';
import { canonicalJson, parseJson } from '@sluice/json-text';

/** Characters around a difference that are shown for orientation. */
const contextLength = 30;

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

function difference(name: string, before: string, now: string): string | undefined {
  if (before === now) return undefined;
  const head = commonLength(before, now);
  const tail = commonLength(reversed(before.slice(head)), reversed(now.slice(head)));
  return `${name}: ${excerpt(before, head, tail)} became ${excerpt(now, head, tail)}`;
}

/** The part between what both sides share, with a little of that around it. */
function excerpt(text: string, head: number, tail: number): string {
  if (text === '') return 'nothing';
  const start = Math.max(0, head - contextLength);
  const end = Math.min(text.length, text.length - tail + contextLength);
  const part = text.slice(start, end);
  return `${start > 0 ? '…' : ''}${JSON.stringify(part)}${end < text.length ? '…' : ''}`;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
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
