import type { Clock, UpstreamView } from '@sluice/contracts';
import type { ListedTool } from '../gateway.js';
import { isQuestions } from './tool-outcome.js';
import type { AskingTurn, ToolAnswer, ToolOutcome } from './tool-outcome.js';
import type { ToolContext, ToolRow } from './tool-row.js';

/** All of our own tools, once; MCP, the JSON API and the command line are faces of it. */
export interface ToolTable {
  list(): readonly ListedTool[];
  /** Of a face that cannot ask; undefined when there is no tool of that name. */
  call(
    name: string,
    args: unknown,
    context: Omit<ToolContext, 'turn'>,
  ): Promise<ToolAnswer> | undefined;
  /** Of a face that can. */
  takeTurn(
    name: string,
    args: unknown,
    context: ToolContext & { readonly turn: AskingTurn },
  ): Promise<ToolOutcome> | undefined;
  /** Calls `listener` after the list said something new. Returns the unsubscriber. */
  onChanged(listener: () => void): () => void;
  /** Stops listening to the upstreams. */
  close(): void;
}

/** Upstreams that connect one after another make one notice, not ten. In milliseconds. */
const settleMs = 100;

/**
 * Makes the table. Names are unique; the order is that of the rows, our own first.
 *
 * @param options.upstreamRows tools of upstreams as they stand now; the same list as long as they are the same
 */
export function createToolTable(
  ownRows: readonly ToolRow[],
  options: {
    readonly upstreams: UpstreamView;
    readonly clock: Clock;
    readonly upstreamRows?: () => readonly ToolRow[];
  },
): ToolTable {
  const { upstreamRows = () => none } = options;
  const own = new Map(ownRows.map((row) => [row.name, row]));
  const find = (name: string) => own.get(name) ?? upstreamRows().find((row) => row.name === name);
  const said = () => [ownRows.map((row) => row.description()).join('\n'), upstreamRows()] as const;
  const notices = createNotices(said, options);

  return {
    list: () => [...ownRows, ...upstreamRows()].map(listed),
    call: (name, args, { session, signal, onProgress }) =>
      find(name)?.run(args, { session, signal, onProgress }).then(answerOnly),
    takeTurn: (name, args, context) => find(name)?.run(args, context),
    onChanged: notices.subscribe,
    close: notices.close,
  };
}

const none: readonly ToolRow[] = [];

function listed(row: ToolRow): ListedTool {
  const { name, title, inputSchema, outputSchema, annotations, _meta } = row;
  const description = row.description();
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
    ...(_meta !== undefined && { _meta }),
  };
}

/** A row asks nothing of a face without turns. */
function answerOnly(outcome: ToolOutcome): ToolAnswer {
  if (isQuestions(outcome)) throw new Error('A tool asks where nobody can be asked');
  return outcome;
}

/** Tells listeners when any of what `read` gives is another, once for a burst of upstream events. */
function createNotices(
  read: () => readonly unknown[],
  { upstreams, clock }: { readonly upstreams: UpstreamView; readonly clock: Clock },
) {
  const listeners = new Set<() => void>();
  let last = read();
  let cancel: (() => void) | undefined;
  const unsubscribe = upstreams.subscribe(() => {
    cancel ??= clock.schedule(settleMs, () => {
      cancel = undefined;
      const now = read();
      if (now.every((part, index) => part === last[index])) return;
      last = now;
      for (const listener of listeners) listener();
    });
  });
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      cancel?.();
      unsubscribe();
      listeners.clear();
    },
  };
}
