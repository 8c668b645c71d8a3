import type { ToolNaming, UpstreamTool } from '@sluice/contracts';

/**
 * The tools of one upstream under their final names. A tool whose new name would be empty, or another tool's name
 * as well, keeps its own and says so in its notes: no name ever means another tool than the one it is shown for.
 *
 * @example renameTools([{ name: 'gh_getIssue', … }], { stripPrefix: 'gh_', snakeCase: true }) // get_issue
 */
export function renameTools(
  tools: readonly UpstreamTool[],
  { stripPrefix, snakeCase = false }: ToolNaming,
): readonly UpstreamTool[] {
  const prefix = stripPrefix === true ? sharedPrefix(tools) : (stripPrefix ?? '');
  const wanted = tools.map(({ rawName }) => {
    const rest = rawName.startsWith(prefix) ? rawName.slice(prefix.length) : rawName;
    const name = snakeCase ? toSnakeCase(rest) : rest;
    return name === '' ? rawName : name;
  });
  const free = keepDistinct(tools, wanted);
  return tools.map((tool, index) => {
    const name = free[index] ?? tool.rawName;
    const missed = wanted[index] ?? name;
    if (name === missed) return name === tool.name ? tool : { ...tool, name };
    const note = `The name ${JSON.stringify(missed)} would be another tool's too, so this one keeps its own.`;
    return { ...tool, name, notes: [...(tool.notes ?? []), note] };
  });
}

/** The longest beginning that all names share, cut after its last separator; none where a rest would be empty. */
function sharedPrefix(tools: readonly UpstreamTool[]): string {
  const [first, ...others] = tools.map(({ rawName }) => rawName);
  if (first === undefined || others.length === 0) return '';
  let length = first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name[same] === first[same]) same++;
    length = same;
  }
  const prefix = /^.*[-_.:]/su.exec(first.slice(0, length))?.[0] ?? '';
  return tools.some(({ rawName }) => rawName.length === prefix.length) ? '' : prefix;
}

/** `getHTTPIssue-2` becomes `get_http_issue_2`; letters of every script stay. */
function toSnakeCase(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}

/** The wanted names that one tool alone would have; giving one back may make another clash, so until none does. */
function keepDistinct(
  tools: readonly UpstreamTool[],
  wanted: readonly string[],
): readonly string[] {
  let names = wanted;
  for (;;) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const next = names.map((name, index) => {
      const rawName = tools[index]?.rawName ?? name;
      return (counts.get(name) ?? 0) > 1 ? rawName : name;
    });
    if (next.every((name, index) => name === names[index])) return names;
    names = next;
  }
}
