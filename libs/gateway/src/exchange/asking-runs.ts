import type { RunCode, RunCodeRequest, RunContext, RunReport, Session } from '@sluice/core';
import type { ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';
import type { AskingTrust } from './asking-trust.js';
import type { ConsentTurns } from './consent-turns.js';
import { createParkedRuns } from './parked-runs.js';
import type { ParkedRunsOptions } from './parked-runs.js';

/** What {@link createAskingRuns} needs. */
export interface AskingRunsOptions extends ParkedRunsOptions {
  readonly runCode: RunCode;
  readonly consentTurns: ConsentTurns;
  /** Asks about servers that a program needs and that wait for a person's yes. */
  readonly trust: AskingTrust;
}

/** Runs of programs, with people asked where a face can show a question. */
export interface AskingRuns {
  /** One turn; without `context.turn` nobody can be asked, and the way out is a published question. */
  turn(request: RunCodeRequest, context: ToolContext): Promise<RunReport | ToolQuestions>;
  /** Kills the session's runs that wait. */
  endSession(sessionId: string): void;
}

/** Makes the use of `run_code` in turns: a question, and the same request again with its answer. */
export function createAskingRuns(options: AskingRunsOptions): AskingRuns {
  const { runCode, consentTurns, trust } = options;
  const runs = createParkedRuns(options);

  return {
    async turn(request, context) {
      const { turn, session } = context;
      const parked = turn && runs.resume(turn, context, request.code);
      if (parked !== undefined) return parked;
      const next = await trust.resume(context);
      if (next !== undefined) return next;
      if (turn === undefined)
        return answerOrPublish(await runCode(request, unasked(context)), session);
      const answer = await consentTurns.answerOf(turn, session);
      return start(answer === undefined ? request : { ...request, answer }, context);
    },
    endSession: runs.endSession,
  };

  async function start(request: RunCodeRequest, context: ToolContext) {
    const turn = await runs.start((by: RunContext) => runCode(request, by), context, request.code);
    if ('forms' in turn) return turn;
    if (turn.status === 'refused' && turn.waitsFor)
      return trust.ask(context, turn.waitsFor) ?? turn;
    if (turn.status !== 'asks') return turn;
    return consentTurns.formFor(turn.question) ?? answerOrPublish(turn, context.session);
  }

  async function answerOrPublish(report: RunReport, session: Session): Promise<RunReport> {
    if (report.status !== 'asks' || session.isBrief) return report;
    return { ...report, waits: await consentTurns.publish(report.question, session) };
  }
}

function unasked({ session, signal, onProgress }: ToolContext): RunContext {
  return { session, signal, ...(onProgress === undefined ? {} : { onProgress }) };
}
