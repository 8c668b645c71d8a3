import type { Clock, ConsentQuestion, QuestionServer, UpstreamView } from '@sluice/contracts';
import { awaitUpstreams } from '@sluice/core';
import type { AskOutcome, Session } from '@sluice/core';
import { consentForm } from '../present/consent-form.js';
import { presentServerQuestion } from '../present/present-server-question.js';
import type { AskingTurn, ToolForm, ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';
import type { TrustDesk } from '../trust-desk.js';
import { readConsentReply } from './read-consent-reply.js';

/** Questions about servers that wait for a person's yes, in the client that first needs them. */
export interface AskingTrust {
  /**
   * Takes what this turn brings, and answers that were given elsewhere; what a person has just agreed to gets a while to start.
   * Gives the next question, where there is one; undefined: go on.
   */
  resume(context: ToolContext): Promise<ToolQuestions | undefined>;
  /**
   * A question about those of the servers that wait; undefined where nobody is to be asked here: nothing waits, or a
   * person has said no or was asked in this very turn, or nobody at this client may say yes.
   *
   * @param names undefined: all; of these, what was shown to this session already is not shown again
   * @param options.again also where a person has said no before
   */
  ask(
    context: ToolContext,
    names?: readonly string[],
    options?: { readonly again: boolean },
  ): ToolQuestions | undefined;
  /** Withdraws the session's questions. */
  endSession(sessionId: string): void;
}

/** Most servers in one question of a client, and most characters; the others are asked in a terminal or on a page. */
const maxServers = 20;
const maxMessage = 16_384;

/** How long a call waits for servers that a person has just agreed to, in milliseconds. */
const startMs = 10_000;

/** The word that asks for a question about each by itself. */
const oneByOne = 'each';

interface Open {
  readonly sessionId: string;
  readonly questions: Readonly<Record<string, ConsentQuestion>>;
}

/**
 * Makes the use of such questions in turns. Only the person at a client that has started this process is asked: what a
 * client elsewhere calls its person may not start programs on this machine.
 */
export function createAskingTrust(options: {
  readonly trust: TrustDesk;
  readonly upstreams: UpstreamView;
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long a person may take, in milliseconds. */
  readonly timeoutMs: number;
}): AskingTrust {
  const { trust, upstreams, clock, newId, timeoutMs } = options;
  const open = new Map<string, Open>();
  /** By session, the digests of what it was shown. */
  const shown = new Map<string, Set<string>>();
  /** By turn, the digests of what it brought an answer to. */
  const answered = new WeakMap<ToolContext, ReadonlySet<string>>();

  const ask = (session: Session, groups: readonly (readonly QuestionServer[])[]) => {
    const questions = Object.fromEntries(
      groups.map((servers, index) => [
        `servers${index === 0 ? '' : index + 1}`,
        trust.questionAbout(servers, timeoutMs),
      ]),
    );
    const id = `t_${newId()}`;
    const [oldest] = open.keys();
    if (open.size >= maxOpen && oldest !== undefined) open.delete(oldest);
    open.set(id, { sessionId: session.id, questions });
    const forms = Object.entries(questions).map(([key, question]) => [key, formOf(question)]);
    return { resume: id, forms: Object.fromEntries(forms) as ToolQuestions['forms'] };
  };

  const formOf = (question: ConsentQuestion): ToolForm => {
    const { servers = [] } = question;
    const schema = consentForm(question);
    return {
      message: presentServerQuestion(servers),
      schema: servers.length > 1 ? withOneByOne(schema) : schema,
      waitMs: Math.max(1, question.expiresAt - clock.now()),
    };
  };

  return {
    async resume(context) {
      const before = trust.waiting();
      const next = await takeAnswers(context);
      if (next !== undefined || before.length === 0) return next;
      await trust.refresh();
      const left = trust.waiting();
      const started = before.filter(({ digest }) => !left.some((one) => one.digest === digest));
      const servers = started.map(({ name }) => name);
      const { signal } = context;
      await awaitUpstreams({ upstreams, clock }, { servers, timeoutMs: startMs, signal });
      return undefined;
    },
    ask(context, names, { again } = { again: false }) {
      const { turn, session } = context;
      if (turn === undefined || !session.isLocal) return undefined;
      const seen = shown.get(session.id) ?? new Set<string>();
      const wanted = trust
        .waiting()
        .filter((server) =>
          names === undefined ? !seen.has(server.digest) : names.includes(server.name),
        )
        .filter((server) => again || !trust.isRefused(server))
        .filter(({ digest }) => !answered.get(context)?.has(digest))
        // One that is too long for any question here must not keep the others from being asked about.
        .filter((server) => presentServerQuestion([server]).length <= maxMessage)
        .slice(0, maxServers);
      while (wanted.length > 1 && presentServerQuestion(wanted).length > maxMessage) wanted.pop();
      if (wanted.length === 0) return undefined;
      for (const { digest } of wanted) seen.add(digest);
      shown.set(session.id, seen);
      return ask(session, [wanted]);
    },
    endSession(sessionId) {
      shown.delete(sessionId);
      for (const [id, asked] of open) if (asked.sessionId === sessionId) open.delete(id);
    },
  };

  async function takeAnswers(context: ToolContext): Promise<ToolQuestions | undefined> {
    const { turn, session } = context;
    const asked = take(turn, session);
    if (turn === undefined || asked === undefined) return undefined;
    const all = Object.values(asked.questions).flatMap(({ servers = [] }) => servers);
    answered.set(context, new Set(all.map(({ digest }) => digest)));
    for (const [key, question] of Object.entries(asked.questions)) {
      const reply = turn.replies[key];
      if (reply === undefined) continue;
      const { servers = [] } = question;
      if (servers.length > 1 && wantsEach(reply))
        return ask(
          session,
          servers.map((server) => [server]),
        );
      await trust.settle(question, readConsentReply(reply, question, clock.now()), 'client');
    }
    return undefined;
  }

  /** Each question once. */
  function take(turn: AskingTurn | undefined, session: Session): Open | undefined {
    const id = turn?.resume ?? '';
    const asked = open.get(id);
    if (asked?.sessionId !== session.id) return undefined;
    open.delete(id);
    return asked;
  }
}

/** Questions that are remembered at once. */
const maxOpen = 64;

function withOneByOne(schema: ReturnType<typeof consentForm>): ToolForm['schema'] {
  const { decision } = schema.properties;
  return {
    ...schema,
    properties: {
      decision: {
        ...decision,
        enum: [...decision.enum, oneByOne],
        enumNames: [...decision.enumNames, 'Ask me about each by itself'],
      },
    },
  };
}

function wantsEach(reply: AskOutcome): boolean {
  if (reply.kind !== 'accept') return false;
  const { content } = reply;
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return false;
  const entries = Object.entries(content);
  return entries.length === 1 && entries[0]?.[0] === 'decision' && entries[0][1] === oneByOne;
}
