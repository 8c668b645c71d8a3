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

type NameTest = (name: string) => boolean;

/**
 * Compiles what the servers' own keys and a preset hide (`blocked_tools`, `readOnly`, lists of the only tools). A
 * hidden tool does not exist: it is neither found nor called, and no rule brings it back. What blocks compares
 * names as deny rules do: the final and the raw one, in every spelling. What lists the only tools compares them as
 * allow rules do, exactly, and takes either name.
 *
 * @throws SluiceError `CONFIG_INVALID` for a selector outside the grammar, naming its place and text.
 */
export function createToolFilter(
  servers: readonly Pick<ServerDefinition, 'name' | 'blockedTools' | 'readOnly' | 'onlyTools'>[],
): ToolFilter {
  const filters = new Map(
    servers.map(({ name, blockedTools = [], readOnly = false, onlyTools = [] }) => [
      name,
      {
        readOnly,
        tests: blockedTools.map((selector, index) =>
          compile(selector, `${placeOf(name)}.blocked_tools[${index}]`, 'any spelling'),
        ),
        lists: onlyTools.map((list) =>
          list.map((selector, index) =>
            compile(
              selector,
              `the only tools of ${placeOf(name)}, number ${index + 1},`,
              'exactly',
            ),
          ),
        ),
      },
    ]),
  );
  return (server, tool) => {
    const filter = filters.get(server);
    if (filter === undefined) return true;
    if (filter.readOnly && !hintValue(tool.annotations, 'readOnlyHint')) return false;
    const names = [tool.name, tool.rawName];
    const isOn = (list: readonly NameTest[]) =>
      names.some((name) => list.some((test) => test(name)));
    if (!filter.lists.every(isOn)) return false;
    if (filter.tests.length === 0) return true;
    const spellings = names.flatMap((name) => [name, ...foldText(name)]);
    return !filter.tests.some((isBlocked) => spellings.some(isBlocked));
  };
}

function placeOf(server: string): string {
  return `mcpServers[${JSON.stringify(server)}]`;
}

function compile(
  selector: ToolSelector,
  place: string,
  comparison: 'exactly' | 'any spelling',
): NameTest {
  if (typeof selector === 'object' && 'regex' in selector) {
    const exact = compileRegex(selector.regex);
    if (!exact.ok) throw unreadable(place, selector.regex, exact.problem);
    if (comparison === 'exactly') return (name) => exact.regex.isIn(name);
    const wide = compileRegex(selector.regex, { isWide: true });
    return (name) => exact.regex.isIn(name) || (wide.ok && wide.regex.isIn(name));
  }
  const pattern = typeof selector === 'string' ? selector : selector.glob;
  const compiled = compileGlob(pattern);
  if (!compiled.ok) throw unreadable(place, pattern, compiled.problem);
  const { exact, folded } = compiled.glob;
  if (comparison === 'exactly') return (name) => matchTokens(exact, codePoints(name));
  return (name) => folded.some((tokens) => matchTokens(tokens, codePoints(name)));
}

function unreadable(place: string, text: string, problem: string): SluiceError {
  return new SluiceError(
    'CONFIG_INVALID',
    `Cannot read ${place} ${JSON.stringify(text)}: it ${problem}`,
    { hint: 'Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }.' },
  );
}
