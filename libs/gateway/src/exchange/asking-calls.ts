import type { ConsentQuestion } from '@sluice/contracts';
import type {
  DirectCall,
  DirectReport,
  DirectRequest,
  GivenAnswer,
  PipeReport,
  PipeRequest,
  PipeResult,
} from '@sluice/core';
import type { ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';
import type { ConsentTurns } from './consent-turns.js';

/** Calls that clients make without a program, with people asked where a face can show a question. */
export interface AskingCalls {
  /** One turn; without `context.turn` nobody can be asked, and the way out is a published question. */
  turn(request: DirectRequest, context: ToolContext): Promise<Asked<DirectReport> | ToolQuestions>;
  /** The same for a pipe. */
  pipe(request: PipeRequest, context: ToolContext): Promise<Asked<PipeReport> | ToolQuestions>;
}

/** What became of a call; of one that asks, whether its question waits in a terminal and a page. */
export type Asked<Report> = Report & { readonly waits?: boolean };

type MayAsk =
  { readonly status: 'asks'; readonly question: ConsentQuestion } | { readonly status: string };

/** Makes the use of such calls in turns: a question, and the same call again with its answer. */
export function createAskingCalls(options: {
  readonly directCall: DirectCall;
  readonly pipeResult: PipeResult;
  readonly consentTurns: ConsentTurns;
}): AskingCalls {
  const { directCall, pipeResult, consentTurns } = options;
  return {
    turn: (request, context) =>
      ask((answer) => directCall({ ...request, answer }, context), context),
    pipe: (request, context) =>
      ask((answer) => pipeResult({ ...request, answer }, context), context),
  };

  async function ask<Report extends MayAsk>(
    call: (answer: GivenAnswer | undefined) => Promise<Report>,
    { turn, session }: ToolContext,
  ): Promise<Asked<Report> | ToolQuestions> {
    const answer = turn && (await consentTurns.answerOf(turn, session));
    const report = await call(answer);
    if (!('question' in report)) return report;
    const form = turn && consentTurns.formFor(report.question);
    return form ?? { ...report, waits: await consentTurns.publish(report.question, session) };
  }
}
