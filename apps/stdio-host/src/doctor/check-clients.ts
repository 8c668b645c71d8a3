import { showLine, type ListedTool } from '@sluice/gateway';
import type { Check } from './check.js';
import { clientLimits, type ClientLimits } from './client-limits.js';
import { count } from './count.js';

/** What clients see of us. */
export interface Shown {
  readonly tools: readonly ListedTool[];
  /** The server's instructions. */
  readonly instructions: string;
}

/** Which known clients would leave out, cut or defer tools that we show; one check where none would. */
export function clientChecks(shown: Shown): readonly Check[] {
  const found = clientLimits.flatMap((limits) => findings(shown, limits));
  return found.length > 0 ? found : [fits(shown)];
}

function fits({ tools, instructions }: Shown): Check {
  const longest = (lengths: readonly number[]) => Math.max(0, ...lengths);
  const name = longest(tools.map((tool) => tool.name.length));
  const description = longest(tools.map((tool) => tool.description?.length ?? 0));
  return {
    id: 'client',
    status: 'ok',
    detail: `no known client defers or cuts what we show: ${count(tools.length, 'tool')}, names up to ${name} characters, descriptions up to ${description}, instructions ${instructions.length}`,
  };
}

function findings(shown: Shown, limits: ClientLimits): readonly Check[] {
  return [
    ...tooMany(shown, limits),
    ...longNames(shown, limits),
    ...longTexts(shown, limits),
    ...deferred(shown, limits),
  ];
}

function tooMany({ tools }: Shown, { client, maxTools = Infinity }: ClientLimits): Check[] {
  if (tools.length <= maxTools) return [];
  return [
    warning(
      client,
      `it takes ${maxTools} tools of all its servers together, and we show ${tools.length}`,
      'Expose the group "code", which shows two tools, or choose fewer with a preset.',
    ),
  ];
}

function longNames(
  { tools }: Shown,
  { client, prefix, maxNameLength = Infinity, longNames: fate = '' }: ClientLimits,
): Check[] {
  const long = tools.filter(({ name }) => prefix.length + name.length > maxNameLength);
  const [first] = long;
  if (first === undefined) return [];
  return [
    warning(
      client,
      `names may have ${maxNameLength} characters with "${prefix}" before them, ${fate}: ${count(long.length, 'name')} too long, ${showLine(first.name, 80)} first`,
      'Set a short "prefix" for that server, or strip_tool_prefix.',
    ),
  ];
}

function longTexts(
  { tools, instructions }: Shown,
  { client, maxTextLength = Infinity }: ClientLimits,
): Check[] {
  const long = tools.filter(({ description = '' }) => description.length > maxTextLength);
  const named = long.slice(0, 3).map(({ name }) => showLine(name, 80));
  const others = long.length - named.length;
  const cut = [
    ...(instructions.length > maxTextLength ? ['our instructions'] : []),
    ...(named.length > 0
      ? [`the descriptions of ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`]
      : []),
  ];
  if (cut.length === 0) return [];
  const isCatalogue = long.some(({ name }) => name === 'run_code' || name === 'execute_code');
  return [
    warning(
      client,
      `it cuts texts after ${maxTextLength} characters: ${cut.join('; ')}`,
      isCatalogue
        ? 'Lower catalogue.inlineMaxBytes: then the signatures are found by searching, not cut.'
        : 'What stands at their ends is not seen there; expose the group "code" to have it found by searching.',
    ),
  ];
}

function deferred({ tools }: Shown, { client, defers = false }: ClientLimits): Check[] {
  const unmarked = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] !== true);
  if (!defers || unmarked.length === 0) return [];
  return [
    warning(
      client,
      `it loads ${count(unmarked.length, 'tool')} only when the model looks for ${unmarked.length === 1 ? 'it' : 'them'}: those of other servers are not marked to be loaded always`,
      'Nothing is lost; expose the group "code" to have all of them at hand at once.',
    ),
  ];
}

function warning(client: string, detail: string, next: string): Check {
  return { id: 'client', subject: client, status: 'warning', detail, next };
}
