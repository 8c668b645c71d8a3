import type { Clock, ConsentQuestion } from '@sluice/contracts';
import type { RunCode, RunCodeRequest, RunContext, RunReport, Session } from '@sluice/core';
import { utf8Length } from '@sluice/json-text';
import { consentForm } from '../present/consent-form.js';
import { presentQuestion } from '../present/present-question.js';
import type { Publish } from '../publish-question.js';
import type { ToolForm, ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';
import { createOpenQuestions } from './open-questions.js';
import { createParkedRuns } from './parked-runs.js';
import type { ParkedRunsOptions } from './parked-runs.js';
import { readConsentReply } from './read-consent-reply.js';

/** What {@link createAskingRuns} needs. */
export interface AskingRunsOptions extends ParkedRunsOptions {
  readonly runCode: RunCode;
  readonly publish: Publish;
  readonly clock: Clock;
}

/** Runs of programs, with people asked where a face can show a question. */
export interface AskingRuns {
  /** One turn; without `context.turn` nobody can be asked, and the way out is a published question. */
  turn(request: RunCodeRequest, context: ToolContext): Promise<RunReport | ToolQuestions>;
  /** Withdraws the session's questions and kills its runs that wait. */
  endSession(sessionId: string): void;
}

/** The key of the question before a start. */
const consentKey = 'consent';

/** Largest program in bytes, and largest question in characters, that a form of a client holds; larger ones are asked in a terminal or a page. */
const maxProgramBytes = 16_384;
const maxMessage = 32_768;

/** Makes the use of `run_code` in turns: a question, and the same request again with its answer. */
export function createAskingRuns(options: AskingRunsOptions): AskingRuns {
  const { runCode, publish, clock } = options;
  const questions = createOpenQuestions(clock);
  const runs = createParkedRuns(options);

  return {
    async turn(request, context) {
      const { turn, session } = context;
      if (turn === undefined)
        return answerOrPublish(await runCode(request, unasked(context)), session);
      const parked = runs.resume(turn, context);
      if (parked !== undefined) return parked;
      const question = questions.take(turn.resume ?? '', session.id);
      const reply = turn.replies[consentKey];
      if (question === undefined || reply === undefined) return start(request, context);
      const answer = readConsentReply(reply, question, clock.now());
      if (answer.decision === 'refuse' && answer.reason !== 'declined') await publish(question);
      const { digest } = question;
      return start({ ...request, answer: { digest, answer, answeredIn: 'client' } }, context);
    },
    endSession(sessionId) {
      questions.endSession(sessionId);
      runs.endSession(sessionId);
    },
  };

  async function start(request: RunCodeRequest, context: ToolContext) {
    const turn = await runs.start((by: RunContext) => runCode(request, by), context);
    if ('forms' in turn || turn.status !== 'asks') return turn;
    const form = formOf(turn.question, clock.now());
    if (form === undefined) return answerOrPublish(turn, context.session);
    questions.open(turn.question);
    return { resume: turn.question.id, forms: { [consentKey]: form } };
  }

  async function answerOrPublish(report: RunReport, { isBrief }: Session): Promise<RunReport> {
    if (report.status !== 'asks' || isBrief) return report;
    return { ...report, waits: await publish(report.question) };
  }
}

function unasked({ session, signal, onProgress }: ToolContext): RunContext {
  return { session, signal, ...(onProgress === undefined ? {} : { onProgress }) };
}

function formOf(question: ConsentQuestion, now: number): ToolForm | undefined {
  if (utf8Length(question.program) > maxProgramBytes) return undefined;
  const message = presentQuestion(question);
  if (message.length > maxMessage) return undefined;
  return { message, schema: consentForm(question), waitMs: Math.max(1, question.expiresAt - now) };
}
