import { SluiceError } from '../errors.js';
import { onAbort } from '../on-abort.js';
import type { Json, JsonObject } from '../json.js';
import type {
  UpstreamCall,
  UpstreamPort,
  UpstreamResult,
  UpstreamStatus,
} from '../upstream-port.js';
import type { UpstreamTool } from '../tool.js';

/** What a fake tool does: returns a value, or a whole result from {@link fakeResult} or {@link fakeErrorResult}. */
export type FakeToolFunction = (
  args: JsonObject,
  call: UpstreamCall,
) => Json | undefined | UpstreamResult | Promise<Json | undefined | UpstreamResult>;

/** One fake tool: its function alone, or with a definition. */
export type FakeTool =
  FakeToolFunction | (Partial<UpstreamTool> & { readonly run: FakeToolFunction });

/** Fake upstreams by name, each a table of tools by final name. */
export type FakeUpstreamTable = Readonly<Record<string, Readonly<Record<string, FakeTool>>>>;

/** An {@link UpstreamPort} in memory, with handles for the test. */
export interface FakeUpstreams extends UpstreamPort {
  /** Every call that reached an upstream, in order. */
  readonly calls: readonly UpstreamCall[];
  /** Names of upstreams that were to be tried again, in order. */
  readonly retried: readonly string[];
  /** Changes one upstream's status and tells the subscribers. */
  setStatus(server: string, status: Partial<UpstreamStatus>): void;
  /** Replaces one upstream's tools and tells the subscribers. */
  setTools(server: string, tools: Readonly<Record<string, FakeTool>>): void;
}

/**
 * Makes upstreams from a table of functions; all are ready at once. A server that is set to `idle`
 * or `connecting` shows no tools, unless they come from the cache, and `settled` waits for the
 * test to set another state.
 *
 * @example fakeUpstreams({ files: { read: ({ path }) => `text of ${String(path)}` } })
 */
export function fakeUpstreams(table: FakeUpstreamTable): FakeUpstreams {
  const tables = new Map(Object.entries(table));
  const statuses = new Map<string, UpstreamStatus>();
  const listeners = new Set<() => void>();
  const calls: UpstreamCall[] = [];
  const retried: string[] = [];
  for (const [name, tools] of tables) statuses.set(name, readyStatus(name, tools));
  const tell = () => [...listeners].forEach((listener) => listener());
  const statusOf = (server: string) => {
    const status = statuses.get(server);
    if (status === undefined)
      throw new SluiceError('UPSTREAM_UNKNOWN', `There is no upstream "${server}"`);
    return status;
  };

  return {
    calls,
    retried,
    statuses: () => [...statuses.values()],
    tools: (server) =>
      statuses.get(server)?.toolsFrom === 'none'
        ? []
        : Object.entries(tables.get(server) ?? {}).map(([name, tool]) => definition(name, tool)),
    connectAll: () => undefined,
    settled: (server, signal, options) =>
      new Promise((resolve, reject) => {
        if (options?.retry === true) retried.push(server);
        const check = () => {
          const status = statusOf(server);
          if (status.state === 'idle' || status.state === 'connecting') return;
          end();
          resolve(status);
        };
        const abort = () => {
          end();
          reject(signal.reason as Error);
        };
        const end = () => {
          listeners.delete(check);
          signal.removeEventListener('abort', abort);
        };
        if (signal.aborted) return abort();
        listeners.add(check);
        signal.addEventListener('abort', abort);
        check();
      }),
    async call(request) {
      const found = Object.entries(tables.get(request.server) ?? {}).find(
        ([name, tool]) => definition(name, tool).rawName === request.rawName,
      );
      if (found === undefined)
        throw new SluiceError('UPSTREAM_PROTOCOL', `Unknown tool "${request.rawName}"`);
      calls.push(request);
      const [, tool] = found;
      const run = typeof tool === 'function' ? tool : tool.run;
      const answer = await untilAborted(
        Promise.resolve(run(request.args as JsonObject, request)),
        request,
      );
      return isResult(answer) ? answer : fakeResult(answer ?? null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => Promise.resolve(),
    setStatus(server, status) {
      statuses.set(server, { ...statusOf(server), ...status });
      tell();
    },
    setTools(server, tools) {
      tables.set(server, tools);
      const before = statuses.get(server) ?? readyStatus(server, tools);
      statuses.set(server, { ...before, toolCount: Object.keys(tools).length });
      tell();
    },
  };
}

/** A successful result that carries `value` as structured content. */
export function fakeResult(value: Json, raw: JsonObject = {}): UpstreamResult {
  const text = printable(value);
  const content = [{ type: 'text', text }];
  return {
    isError: false,
    content,
    structuredContent: value,
    value,
    raw: { content, structuredContent: value, ...raw },
    sizeBytes: new TextEncoder().encode(text).length,
  };
}

/** A result with `isError`, as a tool answers that failed. */
export function fakeErrorResult(text: string, structured?: Json): UpstreamResult {
  const content = [{ type: 'text', text }];
  return {
    isError: true,
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    value: text,
    raw: { content, isError: true },
    sizeBytes: new TextEncoder().encode(text).length,
  };
}

function readyStatus(name: string, tools: Readonly<Record<string, FakeTool>>): UpstreamStatus {
  return {
    name,
    state: 'ready',
    file: '/home/user/sluice.json',
    trusted: false,
    transport: 'stdio',
    toolsFrom: 'live',
    toolCount: Object.keys(tools).length,
    noiseLines: 0,
  };
}

function definition(name: string, tool: FakeTool): UpstreamTool {
  const known: Partial<UpstreamTool> & { run?: FakeToolFunction } =
    typeof tool === 'function' ? {} : { ...tool };
  delete known.run;
  return { name, rawName: name, inputSchema: { type: 'object' }, ...known };
}

function isResult(answer: unknown): answer is UpstreamResult {
  return typeof answer === 'object' && answer !== null && 'isError' in answer && 'raw' in answer;
}

function untilAborted<T>(work: Promise<T>, { signal, server, rawName }: UpstreamCall): Promise<T> {
  const cancelled = () =>
    new SluiceError('CALL_CANCELLED', `The call of "${rawName}" of "${server}" was cancelled`);
  return new Promise<T>((resolve, reject) => {
    const ignoreAbort = onAbort(signal, () => reject(cancelled()));
    work.then(resolve, reject).finally(ignoreAbort);
  });
}

function printable(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  );
}
