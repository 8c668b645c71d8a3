import type { ConsentQuestion } from '@sluice/contracts';
import { fakeClock } from '@sluice/contracts/testing';
import { createSession } from '@sluice/core';
import type { AskOutcome, RunCode, RunCodeRequest, RunContext, RunReport } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { exampleQuestion } from '../present/testing/example-question.js';
import type { AskingTurn, ToolQuestions } from '../tools/tool-outcome.js';
import { createAskingRuns } from './asking-runs.js';
import { createConsentTurns } from './consent-turns.js';

const completed = (value: unknown) => ({ status: 'completed', value }) as unknown as RunReport;
const valueOf = (turn: unknown) => (turn as { value: unknown }).value;
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: [] } as const;
const request: RunCodeRequest = { code: 'x' };
const accept = (content: unknown): AskOutcome => ({ kind: 'accept', content });

/** Turns over a core that a test plays. */
function setUp(run: (request: RunCodeRequest, context: RunContext) => Promise<RunReport>) {
  const clock = fakeClock(1000);
  const published: ConsentQuestion[] = [];
  const requests: RunCodeRequest[] = [];
  const runCode: RunCode = (one, context) => {
    requests.push(one);
    return run(one, context);
  };
  const publish = async (question: ConsentQuestion) => published.push(question) > 0;
  const consentTurns = createConsentTurns({ publish, clock });
  let ids = 0;
  const runs = createAskingRuns({
    trust: { resume: async () => undefined, ask: () => undefined, endSession: () => undefined },
    runCode,
    consentTurns,
    clock,
    newId: () => String((ids += 1)),
    timeoutMs: 300_000,
  });
  const session = createSession('s1');
  const client = new AbortController();
  const by = { session, signal: client.signal };
  const turn = (more: AskingTurn = { replies: {} }, other: object = {}) =>
    runs.turn(request, { ...by, ...other, turn: more });
  /** A turn that ends with questions. */
  const questions = async (started: Promise<unknown>) => {
    await clock.advanceAsync(25);
    return (await started) as ToolQuestions;
  };
  return { clock, published, requests, runs, consentTurns, session, client, by, turn, questions };
}

describe('the question before a start', () => {
  const asks = (question = exampleQuestion({ sessionId: 's1' })) =>
    setUp(async ({ answer }) =>
      answer === undefined
        ? ({ status: 'asks', question } as unknown as RunReport)
        : completed(answer.answer),
    );

  it('is a form for whom can show one, and the next turn brings the answer, bound to its digest', async () => {
    const { turn, requests, published } = asks();
    const first = (await turn()) as ToolQuestions;
    expect(Object.keys(first.forms)).toEqual(['consent']);
    expect(first.forms.consent).toMatchObject({ waitMs: 300_000 });
    const replies = { consent: accept({ decision: 'once' }) };
    expect(valueOf(await turn({ resume: first.resume, replies }))).toEqual({
      decision: 'allow',
      scope: 'once',
    });
    expect(requests[1]?.answer).toMatchObject({ digest: 'digest', answeredIn: 'client' });
    expect(published).toEqual([]);
  });

  it('is published where nobody can show a form, or the program is too large for one', async () => {
    const small = asks();
    const report = await small.runs.turn(request, small.by);
    expect(report).toMatchObject({ status: 'asks', waits: true });
    expect(small.published).toHaveLength(1);
    const session = createSession('s1', { isBrief: true });
    expect(await small.runs.turn(request, { ...small.by, session })).not.toHaveProperty('waits');
    expect(small.published).toHaveLength(1);
    const large = asks(exampleQuestion({ program: `return "${'é'.repeat(8200)}"` }));
    expect(await large.turn()).toMatchObject({ status: 'asks' });
    expect(large.published).toHaveLength(1);
  });

  it.each<[string, AskOutcome, string, number]>([
    ['decline', { kind: 'decline' }, 'declined', 0],
    ['cancel', { kind: 'cancel' }, 'cancelled', 1],
    ['timeout', { kind: 'timeout' }, 'timeout', 1],
    ['a client that failed', { kind: 'unavailable' }, 'cancelled', 1],
    ['a wrong form', accept({ allow: true }), 'invalid', 1],
  ])(
    'is refused by %s; where nobody said no, it waits in other places',
    async (_, reply, reason, count) => {
      const { turn, published } = asks();
      const { resume } = (await turn()) as ToolQuestions;
      const answer = valueOf(await turn({ resume, replies: { consent: reply } }));
      expect(answer).toEqual({ decision: 'refuse', reason });
      expect(published).toHaveLength(count);
    },
  );

  it('is refused by a yes that comes too late', async () => {
    const { turn, clock } = asks();
    const { resume } = (await turn()) as ToolQuestions;
    clock.advance(300_001);
    const replies = { consent: accept({ decision: 'always' }) };
    expect(valueOf(await turn({ resume, replies }))).toEqual({
      decision: 'refuse',
      reason: 'timeout',
    });
  });

  it('is asked again for a reply that is missing, used, of another session or of one that ended', async () => {
    const { turn, consentTurns } = asks();
    const replies = { consent: accept({ decision: 'once' }) };
    const ask = async () => ((await turn()) as ToolQuestions).resume;
    const isAsked = async (more: AskingTurn, other: object = {}) =>
      expect(await turn(more, other)).toHaveProperty('forms');
    await isAsked({ resume: await ask(), replies: {} });
    await isAsked({ resume: await ask(), replies }, { session: createSession('s2') });
    const used = await ask();
    await turn({ resume: used, replies });
    await isAsked({ resume: used, replies });
    const ended = await ask();
    consentTurns.endSession('s1');
    await isAsked({ resume: ended, replies });
    await isAsked({ resume: '__proto__', replies });
  });
});

describe('a run that asks', () => {
  /** Asks once and returns what came of it. */
  const asksOnce = () =>
    setUp(async (_, { ask, signal }) => completed(await ask?.({ question: 'Q?', schema }, signal)));

  it('waits for the person between two turns, and ends in the second', async () => {
    const { turn, questions, clock } = asksOnce();
    const { resume, forms } = await questions(turn());
    expect(forms).toEqual({
      ask_1: { message: expect.stringContaining('    Q?'), schema, waitMs: 299_975 },
    });
    expect(valueOf(await turn({ resume, replies: { ask_1: accept({ a: 'x' }) } }))).toEqual(
      accept({ a: 'x' }),
    );
    expect(clock.pending).toBe(1);
    await clock.advanceAsync(60_000);
    expect(clock.pending).toBe(0);
  });

  it('shows questions of one moment together, and asks again for those without a reply', async () => {
    const { turn, questions } = setUp(async (_, { ask, signal }) => {
      const one = (question: string) => ask?.({ question, schema }, signal);
      return completed(await Promise.all([one('first'), one('second')]));
    });
    const { resume, forms } = await questions(turn());
    expect(Object.keys(forms)).toEqual(['ask_1', 'ask_2']);
    const replies = { ask_2: accept({}), ask_9: accept({}) };
    const rest = await questions(turn({ resume, replies }));
    expect(Object.keys(rest.forms)).toEqual(['ask_1']);
    const last = await turn({
      resume,
      replies: { ask_1: { kind: 'decline' }, ask_2: accept({ a: 'late' }) },
    });
    expect(valueOf(last)).toEqual([{ kind: 'decline' }, accept({})]);
  });

  it('goes on when nobody comes back; its report waits a minute for its client', async () => {
    const { turn, questions, clock, requests } = asksOnce();
    const { resume } = await questions(turn());
    await clock.advanceAsync(300_000);
    expect(valueOf(await turn({ resume, replies: {} }))).toEqual({ kind: 'timeout' });
    const again = await questions(turn());
    await clock.advanceAsync(360_000);
    void turn({ resume: again.resume, replies: {} });
    await clock.advanceAsync(0);
    expect(requests).toHaveLength(3);
    await clock.advanceAsync(400_000);
  });

  it('is killed by a client that cancels, and by the end of its session', async () => {
    const killed = () =>
      setUp(async (_, { ask, signal }) => {
        const outcome = await ask?.({ question: 'Q?', schema }, signal);
        return completed([outcome, signal.aborted]);
      });
    const cancelled = killed();
    const started = cancelled.turn();
    cancelled.client.abort();
    expect(valueOf(await started)).toEqual([{ kind: 'cancel' }, true]);

    const ended = killed();
    const { resume } = await ended.questions(ended.turn());
    ended.runs.endSession('s2');
    ended.runs.endSession('s1');
    expect(valueOf(await ended.turn({ resume, replies: {} }))).toEqual([{ kind: 'cancel' }, true]);
  });

  it('is resumed by its own session alone', async () => {
    const { turn, questions, requests } = asksOnce();
    const { resume } = await questions(turn());
    const other = questions(
      turn({ resume, replies: { ask_1: accept({}) } }, { session: createSession('s2') }),
    );
    expect((await other).resume).not.toBe(resume);
    expect(requests).toHaveLength(2);
  });

  it('is resumed by its own program alone', async () => {
    const { runs, by, turn, questions, requests } = asksOnce();
    const { resume } = await questions(turn());
    const replies = { ask_1: accept({}) };
    const other = await questions(runs.turn({ code: 'y' }, { ...by, turn: { resume, replies } }));
    expect(other.resume).not.toBe(resume);
    expect(requests.map(({ code }) => code)).toEqual(['x', 'y']);
  });

  it('may ask 20 things at once, without a warning of Node about it', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => void warnings.push(warning);
    process.on('warning', keep);
    const { turn, questions } = setUp(async (_, { ask, signal }) => {
      const all = Array.from({ length: 20 }, async () => ask?.({ question: 'Q?', schema }, signal));
      return completed(await Promise.all(all));
    });
    const { forms } = await questions(turn());
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', keep);
    expect(Object.keys(forms)).toHaveLength(20);
    expect(warnings).toEqual([]);
  });

  it('cannot ask while 32 others wait', async () => {
    const { turn, questions } = asksOnce();
    for (let n = 0; n < 32; n += 1) await questions(turn());
    expect(valueOf(await turn())).toEqual({ kind: 'unavailable' });
  });
});
