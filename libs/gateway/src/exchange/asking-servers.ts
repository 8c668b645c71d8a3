import type { Clock } from '@sluice/contracts';
import type { AskOutcome } from '@sluice/core';
import {
  maxServerQuestion,
  newServerForm,
  presentNewServer,
} from '../present/present-new-server.js';
import type { PendingServer, ServerDesk } from '../server-desk.js';
import type { ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';

/** What became of a server that a model asked for. */
export type ServerAnswer =
  | { readonly status: 'started'; readonly server: PendingServer }
  | { readonly status: 'refused'; readonly server: PendingServer }
  /** Nobody can be asked here. Nothing has started. */
  | { readonly status: 'unasked'; readonly server: PendingServer };

/** Questions about new servers. */
export interface AskingServers {
  /** One turn: the question, then the same call again with the answer. */
  turn(server: PendingServer, context: ToolContext): Promise<ServerAnswer | ToolQuestions>;
}

/** The key of the question. */
const serverKey = 'server';

/** Questions that are remembered at once. */
const maxOpen = 64;

/**
 * Makes the use of `add_server` and `approve_server` in turns. Only the person at a client that has started
 * this process is asked: what a client elsewhere calls its person may not start programs on this machine. A
 * yes is for the very definition that was shown, once.
 */
export function createAskingServers(options: {
  readonly desk: ServerDesk;
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long a person may take, in milliseconds. */
  readonly timeoutMs: number;
}): AskingServers {
  const { desk, clock, newId, timeoutMs } = options;
  const open = new Map<
    string,
    { readonly sessionId: string; readonly entry: string; readonly expiresAt: number }
  >();

  return {
    turn: async (server, { turn, session }) => {
      if (turn === undefined || !session.isLocal) return { status: 'unasked', server };
      const { resume = '' } = turn;
      const question = open.get(resume);
      const reply = turn.replies[serverKey];
      if (question?.sessionId === session.id && question.entry === server.entry && reply) {
        open.delete(resume);
        if (!isYes(reply) || clock.now() >= question.expiresAt) {
          desk.withdraw(server.name);
          return { status: 'refused', server };
        }
        desk.start(server);
        return { status: 'started', server };
      }
      const message = presentNewServer(server);
      if (message.length > maxServerQuestion) return { status: 'unasked', server };
      const id = `s_${newId()}`;
      const [oldest] = open.keys();
      if (open.size >= maxOpen && oldest !== undefined) open.delete(oldest);
      open.set(id, {
        sessionId: session.id,
        entry: server.entry,
        expiresAt: clock.now() + timeoutMs,
      });
      const form = { message, schema: newServerForm, waitMs: timeoutMs };
      return { resume: id, forms: { [serverKey]: form } };
    },
  };
}

/** Exactly the one field with exactly the one word; anything else is no answer, and so a refusal. */
function isYes(reply: AskOutcome): boolean {
  if (reply.kind !== 'accept') return false;
  const { content } = reply;
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return false;
  const entries = Object.entries(content);
  return entries.length === 1 && entries[0]?.[0] === 'decision' && entries[0][1] === 'session';
}
