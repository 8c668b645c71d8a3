import type { Json } from '@sluice/contracts';
import { planRun } from '@sluice/policy';
import type { Policy } from '@sluice/policy';
import type { CatalogueTool } from '@sluice/search-index';
import type { PipedArguments } from '../results/pipe-arguments.js';
import type { Session } from '../session.js';
import { callProgram } from './call-program.js';
import type { Consents, GivenAnswer } from './consents.js';
import { noApprovals } from './once-approvals.js';
import { permitStart } from './permit-start.js';
import type { Permit } from './permit-start.js';

/** One call that a client makes itself, without a program. */
export interface AskedCall {
  readonly tool: CatalogueTool;
  readonly args: Json;
  /** Where its arguments come from, if not from the client. */
  readonly piped?: PipedArguments | undefined;
  readonly answer: GivenAnswer | undefined;
}

/** Decides by rules and by what people have said whether a client's call may be made, as if a program made it and nothing else. */
export async function permitCall(
  { tool, args, piped, answer }: AskedCall,
  by: {
    readonly policy: Policy;
    readonly consents: Consents;
    readonly session: Session;
    readonly rulesPlace: string;
  },
): Promise<Permit> {
  const plan = planRun(by.policy, [{ tool, args }]);
  if (plan.status === 'start') return { status: 'start', once: noApprovals };
  const shown = callProgram(tool.id, args, piped);
  const asked = { program: shown.program, hasDynamic: false, answer, action: 'call' } as const;
  if (plan.status === 'denied') return permitStart(plan, asked, by);
  const asks = plan.asks.map((use) => ({ ...use, args: shown.args }));
  return permitStart({ ...plan, asks }, asked, by);
}
