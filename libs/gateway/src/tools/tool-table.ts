import type { Clock, UpstreamView } from '@sluice/contracts';
import * as z from 'zod';
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

/** Makes the table. Names are unique, the order is the order of the rows. */
export function createToolTable(
  rows: readonly ToolRow[],
  options: { readonly upstreams: UpstreamView; readonly clock: Clock },
): ToolTable {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const schemas = new Map(rows.map((row) => [row.name, inputSchemaOf(row)]));
  const notices = createNotices(() => rows.map((row) => row.description()).join('\n'), options);

  return {
    list: () =>
      rows.map(({ name, title, description, annotations }) => ({
        name,
        title,
        description: description(),
        inputSchema: schemas.get(name) ?? { type: 'object' },
        annotations,
        // Clients that defer tools behind a search of their own would pay two turns more.
        _meta: { 'anthropic/alwaysLoad': true },
      })),
    call: (name, args, { session, signal, onProgress }) =>
      byName.get(name)?.run(args, { session, signal, onProgress }).then(answerOnly),
    takeTurn: (name, args, context) => byName.get(name)?.run(args, context),
    onChanged: notices.subscribe,
    close: notices.close,
  };
}

/** A row asks nothing of a face without turns. */
function answerOnly(outcome: ToolOutcome): ToolAnswer {
  if (isQuestions(outcome)) throw new Error('A tool asks where nobody can be asked');
  return outcome;
}

/** Tells listeners when what `read` gives has changed, once for a burst of upstream events. */
function createNotices(
  read: () => string,
  { upstreams, clock }: { readonly upstreams: UpstreamView; readonly clock: Clock },
) {
  const listeners = new Set<() => void>();
  let last = read();
  let cancel: (() => void) | undefined;
  const unsubscribe = upstreams.subscribe(() => {
    cancel ??= clock.schedule(settleMs, () => {
      cancel = undefined;
      const now = read();
      if (now === last) return;
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

function inputSchemaOf({ input }: ToolRow): ListedTool['inputSchema'] {
  const schema = z.toJSONSchema(input, { io: 'input' });
  delete schema.$schema;
  return { ...schema, type: 'object' };
}
