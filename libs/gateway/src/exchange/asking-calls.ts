import type { DirectCall, DirectReport, DirectRequest } from '@sluice/core';
import type { ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';
import type { ConsentTurns } from './consent-turns.js';

/** Direct calls, with people asked where a face can show a question. */
export interface AskingCalls {
  /** One turn; without `context.turn` nobody can be asked, and the way out is a published question. */
  turn(request: DirectRequest, context: ToolContext): Promise<AskedReport | ToolQuestions>;
}

/** What became of a call; of one that asks, whether its question waits in a terminal and a page. */
export type AskedReport = DirectReport & { readonly waits?: boolean };

/** Makes the use of direct calls in turns: a question, and the same call again with its answer. */
export function createAskingCalls(options: {
  readonly directCall: DirectCall;
  readonly consentTurns: ConsentTurns;
}): AskingCalls {
  const { directCall, consentTurns } = options;
  return {
    async turn(request, context) {
      const { turn, session } = context;
      const answer = turn && (await consentTurns.answerOf(turn, session));
      const report = await directCall({ ...request, answer }, context);
      if (report.status !== 'asks') return report;
      const form = turn && consentTurns.formFor(report.question);
      return form ?? { ...report, waits: await consentTurns.publish(report.question, session) };
    },
  };
}
