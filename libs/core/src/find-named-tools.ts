import { printJson } from '@sluice/json-text';
import type { Clock, Json, Position, ScannedCall, UpstreamView } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { awaitUpstreams } from './await-upstreams.js';
import type { CatalogueView } from './catalogue-view.js';
import { explainUnknownTool, guessParts } from './explain-unknown-tool.js';
import type { Explanation } from './explain-unknown-tool.js';
import { firstLine } from './signature-line.js';

/** The tools that a program names, or why one of them cannot be called. */
export type NamedTools =
  | {
      readonly ok: true;
      /** Each tool once for all arguments of its own, in the order of their first use. */
      readonly uses: readonly NamedTool[];
    }
  | {
      readonly ok: false;
      readonly explanation: Explanation;
      readonly position: Position;
      /** Names of upstreams among those it names that wait for a person's yes. */
      readonly waiting: readonly string[];
    };

/** A tool, what the program calls it with, and where it does so first. */
export interface NamedTool {
  readonly tool: CatalogueTool;
  /** Where they are wholly literal; undefined: any arguments. */
  readonly args?: Json;
  /** In the normalised text. */
  readonly position: Position;
}

/** What {@link findNamedTools} needs. */
export interface NamedToolsOptions {
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
  /** Time that upstreams get to make their tools known, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Further missing tools that a refusal names; more are counted. */
const maxOthers = 10;

/** How long a program with names built at run time waits for upstreams that may be meant, in milliseconds. */
const dynamicWaitMs = 3000;

/**
 * Looks up every tool that stands in the program. Upstreams that it names are waited for where their
 * tools are not known, and once more where a name is missing from a list that may be old.
 */
export async function findNamedTools(
  scanned: readonly ScannedCall[],
  hasDynamic: boolean,
  options: NamedToolsOptions,
): Promise<NamedTools> {
  const calls = firstOfEach(scanned);
  const { upstreams } = options;
  await settle(namesOf(calls, options), ({ toolsFrom }) => toolsFrom === 'none', options);
  if (hasDynamic) {
    const all = upstreams.statuses().filter(({ state }) => state !== 'failed');
    const timeoutMs = Math.min(dynamicWaitMs, options.timeoutMs);
    await settle(
      all.map(({ name }) => name),
      ({ toolsFrom }) => toolsFrom === 'none',
      { ...options, timeoutMs },
    );
  }
  const missing = calls.filter((call) => lookUp(call, options).kind !== 'found');
  await settle(namesOf(missing, options), ({ toolsFrom }) => toolsFrom === 'cache', options);
  return collect(calls, options);
}

/** The first call of each name and arguments: a program of a quarter megabyte has room for ten thousand, all alike. */
function firstOfEach(calls: readonly ScannedCall[]): readonly ScannedCall[] {
  const first = new Map<string, ScannedCall>();
  for (const call of calls) {
    const key = `${call.target.kind} ${writtenAs(call)} ${argsText(call)}`;
    if (!first.has(key)) first.set(key, call);
  }
  return [...first.values()];
}

function collect(calls: readonly ScannedCall[], options: NamedToolsOptions): NamedTools {
  const uses = new Map<string, NamedTool>();
  const missing = new Map<string, ScannedCall>();
  for (const call of calls) {
    const resolution = lookUp(call, options);
    if (resolution.kind !== 'found') {
      if (!missing.has(writtenAs(call))) missing.set(writtenAs(call), call);
    } else {
      const { tool } = resolution;
      const key = `${tool.id} ${argsText(call)}`;
      const args = call.args === undefined ? {} : { args: call.args };
      if (!uses.has(key)) uses.set(key, { tool, ...args, position: call.position });
    }
  }
  const [first, ...others] = missing.values();
  if (first === undefined) return { ok: true, uses: [...uses.values()] };
  const explanation = explain(first, options);
  const named = others.slice(0, maxOthers).map(quoted).join(', ');
  const more = others.length > maxOthers ? ` and ${others.length - maxOthers} more` : '';
  const also = others.length === 0 ? '' : `; nor ${named}${more}`;
  return {
    ok: false,
    explanation: { ...explanation, message: explanation.message + also },
    position: first.position,
    waiting: namesOf([first, ...others], options).filter((name) =>
      options.upstreams.statuses().some((one) => one.name === name && one.state === 'waiting'),
    ),
  };
}

function argsText({ args }: ScannedCall): string {
  return args === undefined ? 'any' : printJson(args);
}

function lookUp({ target }: ScannedCall, { view }: NamedToolsOptions) {
  if (target.kind === 'member') return view.catalogue().resolve(target.server, target.tool);
  const tool = view.catalogue().byId(target.id);
  return tool === undefined ? ({ kind: 'unknown' } as const) : ({ kind: 'found', tool } as const);
}

function explain(call: ScannedCall, options: NamedToolsOptions): Explanation {
  const { view, upstreams } = options;
  const wanted = writtenAs(call);
  const resolution = lookUp(call, options);
  if (resolution.kind === 'ambiguous')
    return {
      code: 'TOOL_AMBIGUOUS',
      message: `Cannot call "${wanted}": ${resolution.candidates.length} tools answer to that name`,
      hint: `Use one of ${resolution.candidates.map(({ callPath }) => callPath).join(', ')}.`,
    };
  return explainUnknownTool({ wanted, ...partsOf(call, upstreams) }, view, upstreams.statuses());
}

/** Configured names of the servers that calls name, each once. */
function namesOf(calls: readonly ScannedCall[], options: NamedToolsOptions): readonly string[] {
  const bindings = options.view.catalogue().bindings;
  const names = calls.flatMap((call) => {
    const { server } = partsOf(call, options.upstreams);
    const known = bindings.find(({ name, identifier }) => name === server || identifier === server);
    return known === undefined ? [] : [known.name];
  });
  return [...new Set(names)];
}

function partsOf({ target }: ScannedCall, upstreams: UpstreamView) {
  return target.kind === 'member'
    ? { server: target.server, tool: target.tool }
    : guessParts(target.id, upstreams.statuses());
}

async function settle(
  names: readonly string[],
  isWanted: (status: ReturnType<UpstreamView['statuses']>[number]) => boolean,
  { upstreams, clock, timeoutMs, signal }: NamedToolsOptions,
): Promise<void> {
  const servers = upstreams
    .statuses()
    .filter(({ name, state }) => names.includes(name) && state !== 'ready' && state !== 'disabled')
    .filter(isWanted)
    .map(({ name }) => name);
  await awaitUpstreams({ upstreams, clock }, { servers, timeoutMs, retry: true, signal });
}

function writtenAs({ target }: ScannedCall): string {
  return target.kind === 'id' ? target.id : `${target.server}.${target.tool}`;
}

function quoted(call: ScannedCall): string {
  return `"${firstLine(writtenAs(call), 100)}" (line ${call.position.line})`;
}
