import type { ErrorCode, UpstreamStatus } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import type { CatalogueView } from './catalogue-view.js';
import { firstLine, signatureLine } from './signature-line.js';

/** A tool that the catalogue does not have, as the program named it. */
export interface UnknownTool {
  /** How the program wrote it: `tools.github.serch` or `mcp__github__serch`. */
  readonly wanted: string;
  /** The server in it, by name or identifier, where one can be told. */
  readonly server?: string;
  /** The tool in it, where one can be told. */
  readonly tool?: string;
}

/** An error as data: what failed, why, and what to do. */
export interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

/** Nearest names shown in a hint. */
const maxNearest = 3;

/** Upstreams named in a hint; more are counted. */
const maxNames = 20;

/**
 * Says why a tool cannot be called: its upstream is unknown, disabled, down or still connecting, or
 * has no tool of that name; with the nearest names and their signatures. Denied tools are never
 * among those.
 */
export function explainUnknownTool(
  { wanted, server, tool }: UnknownTool,
  view: CatalogueView,
  statuses: readonly UpstreamStatus[],
): Explanation {
  const shown = `Cannot call "${firstLine(wanted, 200)}"`;
  const status = findStatus(server, view, statuses);
  if (server !== undefined && status === undefined)
    return {
      code: 'TOOL_UNKNOWN',
      message: `${shown}: there is no upstream "${firstLine(server, 100)}"`,
      hint: nearestHint(wanted, view) ?? serversHint(view),
    };
  if (status?.state === 'disabled')
    return {
      code: 'TOOL_UNKNOWN',
      message: `${shown}: the upstream "${status.name}" is disabled in the configuration`,
      hint: `Only the user can enable it, in ${status.file}.`,
    };
  if (status?.toolsFrom === 'none') {
    const down = explainDown(status);
    return { ...down, message: `${shown}: ${down.message}` };
  }
  const reason =
    status === undefined
      ? 'there is no such tool'
      : `the upstream "${status.name}" has no tool "${firstLine(tool ?? wanted, 100)}"`;
  return {
    code: 'TOOL_UNKNOWN',
    message: `${shown}: ${reason}`,
    hint: nearestHint(wanted, view, status?.name) ?? 'Look for the right tool with search_tools.',
  };
}

/** Says that there is no such upstream, with the nearest names. */
export function explainUnknownServer(
  server: string,
  view: CatalogueView,
  statuses: readonly UpstreamStatus[],
): Explanation {
  const shown = firstLine(server, 100);
  const disabled = statuses.find(({ name, state }) => name === server && state === 'disabled');
  if (disabled !== undefined)
    return {
      code: 'UPSTREAM_UNKNOWN',
      message: `The upstream "${shown}" is disabled in the configuration`,
      hint: `Only the user can enable it, in ${disabled.file}.`,
    };
  const names = view.catalogue().bindings.map(({ name }) => name);
  return {
    code: 'UPSTREAM_UNKNOWN',
    message: `There is no upstream "${shown}"`,
    hint: names.length === 0 ? 'No upstream is configured.' : `There are ${listed(names)}.`,
  };
}

/** Why an upstream without known tools has none. */
function explainDown(status: UpstreamStatus): Explanation {
  const { name, state, error } = status;
  if (error !== undefined)
    return {
      code: error.code,
      message: continued(name, error.message),
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    };
  return {
    code: 'UPSTREAM_START',
    message:
      state === 'failed'
        ? `the upstream "${name}" is down`
        : `the upstream "${name}" is still connecting`,
    hint: 'Try again in a moment.',
  };
}

/** The message as it goes on after a colon; it says whose it is. */
function continued(name: string, message: string): string {
  if (!message.includes(`"${name}"`)) return `the upstream "${name}" is down: ${message}`;
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** Server and tool in a tool id that the catalogue does not have. Only for messages: ids are never split to find a tool. */
export function guessParts(
  id: string,
  statuses: readonly UpstreamStatus[],
): Pick<UnknownTool, 'server' | 'tool'> {
  const [server] = statuses
    .map(({ name }) => name)
    .filter((name) => id.startsWith(`mcp__${name}__`))
    .sort((a, b) => b.length - a.length);
  if (server !== undefined) return { server, tool: id.slice(`mcp__${server}__`.length) };
  return {};
}

function findStatus(
  server: string | undefined,
  view: CatalogueView,
  statuses: readonly UpstreamStatus[],
): UpstreamStatus | undefined {
  const binding = view
    .catalogue()
    .bindings.find(({ name, identifier }) => name === server || identifier === server);
  return statuses.find(({ name }) => name === (binding?.name ?? server));
}

function nearestHint(wanted: string, view: CatalogueView, server?: string): string | undefined {
  const catalogue = view.catalogue();
  const isFitting = (tool: CatalogueTool) => server === undefined || tool.server === server;
  const nearest = catalogue
    .nearest(wanted, maxNearest * 4)
    .filter(({ id }) => view.isVisible(id))
    // Near names of the same upstream come first; others only where it has none.
    .sort((a, b) => Number(isFitting(b)) - Number(isFitting(a)))
    .slice(0, maxNearest);
  const [only, ...others] = nearest.map((tool) => signatureLine(catalogue, tool));
  if (only === undefined) return undefined;
  return others.length === 0
    ? `Did you mean ${only}?`
    : ['Did you mean one of these?', only, ...others].join('\n');
}

function serversHint(view: CatalogueView): string {
  const names = view.catalogue().bindings.map(({ identifier }) => `tools.${identifier}`);
  return names.length === 0 ? 'No upstream is configured.' : `There are ${listed(names)}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return names.slice(0, maxNames).join(', ') + more;
}
