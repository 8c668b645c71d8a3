import type {
  Clock,
  FileStore,
  Json,
  LogArchive,
  Logger,
  ProgramChecker,
  ResultStore,
  RunnerPort,
  RunProgress,
  Settings,
  UpstreamView,
  UsageHistory,
  Workbench,
} from '@sluice/contracts';
import type { Policy } from '@sluice/policy';
import type { AskPerson } from './ask/ask-form.js';
import type { CatalogueView } from './catalogue-view.js';
import type { Consents, GivenAnswer } from './consent/consents.js';
import type { Gate } from './nested-call.js';
import type { Session } from './session.js';

/** What the use case behind `run_code` needs. */
export interface RunCodeOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly runner: RunnerPort;
  readonly upstreams: UpstreamView;
  readonly store: ResultStore;
  readonly files: FileStore;
  readonly workbench: Workbench;
  /** Looks for mistakes before a program starts; absent where nobody does. */
  readonly checker?: ProgramChecker;
  readonly view: CatalogueView;
  readonly policy: Policy;
  readonly gate: Gate;
  readonly consents: Consents;
  /** A fresh, unguessable id for each run. */
  readonly newId: () => string;
  /** Answers `search()` of a program as text. */
  readonly search: (
    query: string | readonly string[],
    limit: number | undefined,
  ) => Promise<string>;
  /** Where the user keeps the rules, for hints: the path of the configuration file. */
  readonly rulesPlace: string;
  /** Keep logs and usage for the operator, beyond this process. */
  readonly logs?: Pick<LogArchive, 'add'>;
  readonly usage?: Pick<UsageHistory, 'add'>;
}

/** A program to run. */
export interface RunCodeRequest {
  /** As the model sent it. */
  readonly code: string;
  readonly data?: Json;
  /** Lowers `sandbox.timeoutSeconds` for this run. */
  readonly timeoutMs?: number;
  /** What a person said to the question that this request was answered with before. */
  readonly answer?: GivenAnswer;
}

/** Whose run it is. */
export interface RunContext {
  readonly session: Session;
  /** Aborting it ends the run with `RUN_CANCELLED`. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Shows a question of the running program to a person; absent where nobody can be asked. */
  readonly ask?: AskPerson;
}
