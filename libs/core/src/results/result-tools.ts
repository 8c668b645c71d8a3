import type { Clock, ResultStore, Settings, UsageHistory, Workbench } from '@sluice/contracts';
import type { Policy } from '@sluice/policy';
import type { Consents } from '../consent/consents.js';
import type { ToolLookup } from '../find-called-tool.js';
import type { Gate } from '../nested-call.js';
import type { Session } from '../session.js';

/** What questions about results need. */
export interface ResultToolOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly store: ResultStore;
  readonly workbench: Workbench;
}

/** What moving results needs, too. */
export interface PipeOptions extends ResultToolOptions, ToolLookup {
  readonly gate: Gate;
  readonly policy: Policy;
  readonly consents: Consents;
  /** Where the user keeps the rules, for hints: the path of the configuration file. */
  readonly rulesPlace: string;
  /** A fresh, unguessable id for each run. */
  readonly newId: () => string;
  /** Remembers what was moved, beyond this process. */
  readonly usage?: Pick<UsageHistory, 'add'>;
}

/** Who asks. */
export interface ResultContext {
  readonly session: Session;
  /** Aborting it ends the work. */
  readonly signal: AbortSignal;
}
