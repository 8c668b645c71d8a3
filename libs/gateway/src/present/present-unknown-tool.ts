/** Tools that are named; more are counted. */
const maxNamed = 40;

/** Says that there is no tool of a name, and which there are. */
export function presentUnknownTool(
  name: string,
  tools: readonly { readonly name: string }[],
): string {
  const names = tools.slice(0, maxNamed).map((tool) => tool.name);
  const more = tools.length > maxNamed ? ` and ${tools.length - maxNamed} more` : '';
  const inProgram = names.includes('run_code')
    ? ' Tools of other servers are called inside a run_code program.'
    : '';
  return `Unknown tool ${JSON.stringify(name)}: this server has ${names.join(', ')}${more}.${inProgram}`;
}
