import { compileRegex } from '@sluice/linear-regex';
import { SluiceError } from '@sluice/contracts';
import type { ServerDefinition, ToolSelector, UpstreamTool } from '@sluice/contracts';
import { codePoints } from './code-points.js';
import { compileGlob } from './compile-glob.js';
import { foldText } from './fold-text.js';
import { hintValue } from './hint-value.js';
import { matchTokens } from './match-tokens.js';

/** Whether a tool of a server exists here. */
export type ToolFilter = (server: string, tool: UpstreamTool) => boolean;

type BlockTest = (spelling: string) => boolean;

/**
 * Compiles what the servers' own keys hide (`blocked_tools`, `readOnly`). A hidden tool does not exist:
 * it is neither found nor called, and no rule brings it back. Names are compared as deny rules compare
 * them: the final and the raw one, in every spelling.
 *
 * @throws SluiceError `CONFIG_INVALID` for a selector outside the grammar, naming its place and text.
 */
export function createToolFilter(
  servers: readonly Pick<ServerDefinition, 'name' | 'blockedTools' | 'readOnly'>[],
): ToolFilter {
  const filters = new Map(
    servers.map(({ name, blockedTools = [], readOnly = false }) => [
      name,
      { readOnly, tests: blockedTools.map((selector, index) => compile(selector, name, index)) },
    ]),
  );
  return (server, tool) => {
    const filter = filters.get(server);
    if (filter === undefined) return true;
    if (filter.readOnly && !hintValue(tool.annotations, 'readOnlyHint')) return false;
    if (filter.tests.length === 0) return true;
    const spellings = [tool.name, tool.rawName].flatMap((name) => [name, ...foldText(name)]);
    return !filter.tests.some((isBlocked) => spellings.some(isBlocked));
  };
}

function compile(selector: ToolSelector, server: string, index: number): BlockTest {
  const place = `mcpServers[${JSON.stringify(server)}].blocked_tools[${index}]`;
  if (typeof selector === 'object' && 'regex' in selector) {
    const exact = compileRegex(selector.regex);
    if (!exact.ok) throw unreadable(place, selector.regex, exact.problem);
    const wide = compileRegex(selector.regex, { isWide: true });
    return (name) => exact.regex.isIn(name) || (wide.ok && wide.regex.isIn(name));
  }
  const pattern = typeof selector === 'string' ? selector : selector.glob;
  const compiled = compileGlob(pattern);
  if (!compiled.ok) throw unreadable(place, pattern, compiled.problem);
  const { folded } = compiled.glob;
  return (name) => folded.some((tokens) => matchTokens(tokens, codePoints(name)));
}

function unreadable(place: string, text: string, problem: string): SluiceError {
  return new SluiceError(
    'CONFIG_INVALID',
    `Cannot read ${place} ${JSON.stringify(text)}: it ${problem}`,
    { hint: 'Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }.' },
  );
}
