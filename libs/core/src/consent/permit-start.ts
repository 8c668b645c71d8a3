import { SluiceError } from '@sluice/contracts';
import type { ConsentQuestion } from '@sluice/contracts';
import type { RunPlan } from '@sluice/policy';
import { explainRefusal } from '../explain-refusal.js';
import type { Explanation } from '../explain-unknown-tool.js';
import type { Session } from '../session.js';
import type { AskedUse } from './build-question.js';
import type { ConsentDecision, Consents, GivenAnswer } from './consents.js';
import { explainAnswer } from './explain-answer.js';
import { noApprovals } from './once-approvals.js';
import type { OnceApprovals } from './once-approvals.js';

/** Whether a program may start. */
export type Permit =
  | { readonly status: 'start'; readonly once: OnceApprovals }
  /** `reason`: for whoever cannot ask. */
  | { readonly status: 'asks'; readonly question: ConsentQuestion; readonly reason: Explanation }
  | { readonly status: 'refused'; readonly reason: Explanation };

/** Decides by rules and by what people have said whether a program may start. */
export async function permitStart(
  plan: RunPlan<AskedUse>,
  asked: {
    /** The normalised text. */
    readonly program: string;
    readonly hasDynamic: boolean;
    readonly answer: GivenAnswer | undefined;
    /** What would start: a program, or the one call of a client. @default 'start' */
    readonly action?: 'start' | 'call';
  },
  by: { readonly consents: Consents; readonly session: Session; readonly rulesPlace: string },
): Promise<Permit> {
  const { consents, session, rulesPlace } = by;
  const { action = 'start' } = asked;
  if (plan.status === 'start') return { status: 'start', once: noApprovals };
  if (plan.status === 'denied')
    return { status: 'refused', reason: explainRefusal(action, plan.denied, rulesPlace) };
  let decision: ConsentDecision;
  try {
    decision = await consents.decide({ ...asked, uses: plan.asks }, session, asked.answer);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { status: 'refused', reason: explainUnreadable(error) };
  }
  switch (decision.status) {
    case 'start':
      return decision;
    case 'asks':
      return { ...decision, reason: explainRefusal(action, plan.asks, rulesPlace) };
    case 'refused':
      return { status: 'refused', reason: explainAnswer(action, decision.reason) };
  }
}

/** What people have approved cannot be read: nobody knows whether this was. */
function explainUnreadable({ code, message, hint }: SluiceError): Explanation {
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}
