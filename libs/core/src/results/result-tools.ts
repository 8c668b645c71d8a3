import type { Clock, ResultStore, Settings, UsageHistory, Workbench } from '@sluice/contracts';
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
export interface PipeOptions extends ResultToolOptions {
  readonly gate: Gate;
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
