import type {
  ConsentQuestion,
  ContentBlock,
  MistakeKind,
  Position,
  SavedFile,
  ToolId,
} from '@sluice/contracts';
import type { JournalEntry } from './journal.js';
import type { RunLogs } from './run-log.js';
import type { ShapedValue } from './shaped-value.js';

/** What became of a `run_code` request. */
export type RunReport = RefusedRun | AskingRun | FailedRun | CompletedRun;

/** What every report has. */
export interface RunReportBase {
  readonly runId: string;
  /** Nested calls of this run in the order they were made. */
  readonly calls: readonly JournalEntry[];
  readonly logs: RunLogs;
  /** Blocks from `emit()`, in order. */
  readonly emitted: readonly ContentBlock[];
  /** Files that the run saved, in the order in which it first did. */
  readonly files: readonly SavedFile[];
  /** What was put right or should be put right: repairs of the text, forgotten awaits; one sentence each. */
  readonly notes: readonly string[];
  /** Mistakes that were found in the program before it started, those that kept it from starting first. */
  readonly findings: readonly RunFinding[];
  /** From the request to the report, in milliseconds. */
  readonly durationMs: number;
  readonly meter: RunMeter;
}

/** The program was not started. */
export interface RefusedRun extends RunReportBase {
  readonly status: 'refused';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** In the text as the model sent it. */
  readonly position?: Position;
  /** That line of it. */
  readonly quotedLine?: string;
  /** Names of upstreams without which it cannot start, and which wait for a person's yes. */
  readonly waitsFor?: readonly string[];
}

/**
 * A person has to be asked first: nothing has started. Whoever can ask does, and sends the same
 * request with the answer; for whoever cannot, it is a refusal with the way out.
 */
export interface AskingRun extends Omit<RefusedRun, 'status'> {
  readonly status: 'asks';
  readonly question: ConsentQuestion;
  /** Somebody can answer it in another place, and the same request then starts. */
  readonly waits?: boolean;
}

/** The program was started and gave no value. */
export interface FailedRun extends RunReportBase {
  readonly status: 'failed';
  /** Ours, or the one that the thrown error carries. */
  readonly code: string;
  /** `error.name` of what was thrown; `Error` where the host ended the run. */
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
  /** In the text as the model sent it. */
  readonly position?: Position;
  /** That line of it. */
  readonly quotedLine?: string;
  /** Frames in the model's own text, innermost first. */
  readonly frames: readonly RunFrame[];
  readonly ledger: RunLedger;
}

/** The program returned. */
export interface CompletedRun extends RunReportBase {
  readonly status: 'completed';
  readonly value: ShapedValue;
}

/** One mistake that was found in a program before it started. */
export interface RunFinding {
  /** `error`: with it, the program is not started. */
  readonly severity: 'error' | 'warning';
  readonly mistake: MistakeKind | ArgumentMistake;
  /** In the text as the model sent it. */
  readonly position: Position;
  /** That line of it. */
  readonly quotedLine?: string;
  /** How the tool is called that it is about. */
  readonly signature?: string;
  /** The name that was probably meant. */
  readonly meant?: string;
}

/** Arguments of a call that the gate would refuse. */
export interface ArgumentMistake {
  readonly kind: 'arguments';
  readonly toolId: ToolId;
  readonly problems: readonly {
    /** `args.items[2].name` */
    readonly path: string;
    readonly text: string;
    readonly nearest?: string;
  }[];
}

/** One frame of a stack in the model's text. */
export interface RunFrame {
  readonly name?: string;
  readonly position: Position;
}

/** Which calls of a failed run had an effect, may have had one, and had none. */
export interface RunLedger {
  /** Answered: done, failed or refused. */
  readonly done: readonly JournalEntry[];
  /** Sent and not answered when the run ended. */
  readonly inFlight: readonly JournalEntry[];
  readonly neverSent: readonly JournalEntry[];
}

/** What a run moved, and what of it stayed out of the model's context; bytes of UTF-8. */
export interface RunMeter {
  /** Arguments and results of nested calls: what direct calls would have put into the context. */
  readonly bytesMoved: number;
  /** Results of nested calls less what the answer shows; never below 0. */
  readonly bytesKeptOut: number;
}
