import type { Json, JsonObject } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { readTool } from './read-tool.js';
import type { ListedTool } from './read-tool.js';

/** Pages of one list; at 50 tools a page this is far beyond any real server. */
const maxPages = 1000;

/** Tools of one upstream. */
const maxTools = 50_000;

/** Lines about single entries; the others are counted. */
const maxProblems = 20;

/** A whole `tools/list`. */
export interface ToolList {
  /** In the upstream's order, names unique. */
  readonly tools: readonly ListedTool[];
  /** What was left out and why, one line each, for the log. */
  readonly problems: readonly string[];
}

/**
 * Walks all pages of `tools/list`. A cursor that comes again, too many pages, entries without a name
 * and second tools of one name are left out with a line about it; what was good stays.
 *
 * @param fetchPage asks for one page; `undefined` for the first
 * @throws SluiceError `UPSTREAM_PROTOCOL` when the first page holds no list; and whatever `fetchPage` throws.
 */
export async function listAllTools(
  fetchPage: (cursor: string | undefined) => Promise<Json>,
): Promise<ToolList> {
  const found = new Map<string, ListedTool>();
  const problems: string[] = [];
  /** Why the list ends before its end. */
  let cutShort: string | undefined;
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = asPage(await fetchPage(cursor));
    page.tools.forEach((entry) => addTool(found, problems, entry));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
    if (seen.has(cursor)) cutShort = 'tools/list: a cursor came again; the list ends there';
    else if (pages >= maxPages)
      cutShort = `tools/list: more than ${maxPages} pages; the rest is left out`;
    else if (found.size >= maxTools)
      cutShort = `tools/list: more than ${maxTools} tools; the rest is left out`;
    else {
      seen.add(cursor);
      continue;
    }
    break;
  }
  const hidden = [...found.values()].reduce((sum, tool) => sum + tool.hiddenCharacters, 0);
  return {
    tools: [...found.values()],
    problems: [
      ...(cutShort === undefined ? [] : [cutShort]),
      ...(hidden === 0
        ? []
        : [`tools/list: ${hidden} hidden characters were removed from descriptions`]),
      ...problems.slice(0, maxProblems),
      ...(problems.length > maxProblems
        ? [`tools/list: ${problems.length - maxProblems} more entries were left out`]
        : []),
    ],
  };
}

function addTool(found: Map<string, ListedTool>, problems: string[], entry: Json): void {
  const listed = readTool(entry);
  if (listed === undefined) {
    problems.push('tools/list: an entry without a name was left out');
    return;
  }
  const { name } = listed.tool;
  const first = found.get(name);
  if (first === undefined) {
    found.set(name, listed);
    return;
  }
  const note = 'the upstream lists this name more than once; the first counts';
  if (first.tool.notes?.includes(note)) return;
  problems.push('tools/list: a name stands there more than once; the first counts');
  found.set(name, {
    ...first,
    tool: { ...first.tool, notes: [...(first.tool.notes ?? []), note] },
  });
}

function asPage(page: Json): { tools: readonly Json[]; nextCursor?: string } {
  const result: JsonObject = isObject(page) ? page : {};
  const { tools, nextCursor } = result;
  if (!Array.isArray(tools))
    throw new SluiceError('UPSTREAM_PROTOCOL', 'The answer to tools/list holds no list of tools');
  return { tools, ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }) };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
