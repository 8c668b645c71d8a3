import type {
  SearchInput,
  SearchOutput,
  SelectionInput,
  SelectionOutput,
} from './result-queries.js';
import type { ProgramReading, ProgramText } from './program.js';

/**
 * The work that a hostile peer can make long: reading its program, looking at its value. It is done
 * beside the thread that answers everybody. A kind of job is declared here once; inputs and outputs are
 * plain data, for they are cloned into another thread and back.
 */
export interface Jobs {
  /** Repairs, parses and scans a program. */
  readonly readProgram: { readonly input: ProgramText; readonly output: ProgramReading };
  /** Says what a large value looks like. */
  readonly lookAtValue: { readonly input: ValueText; readonly output: ValueLook };
  /** Applies an expression to a stored text. */
  readonly selectFromText: { readonly input: SelectionInput; readonly output: SelectionOutput };
  /** Looks for something in a stored text. */
  readonly searchText: { readonly input: SearchInput; readonly output: SearchOutput };
}

/** One of {@link Jobs}. */
export type JobName = keyof Jobs;

/** How each job is done. */
export type JobTable = { readonly [Name in JobName]: JobDefinition<Name> };

/** How one job is done: by pure functions, the same on every thread. */
export interface JobDefinition<Name extends JobName> {
  /** Does it, however long it takes. */
  run(input: Jobs[Name]['input']): Jobs[Name]['output'];
  /** Does it where that keeps the thread no longer than some 30 ms, whatever the input; else undefined. */
  runSmall(input: Jobs[Name]['input']): Jobs[Name]['output'] | undefined;
  /** Time it may take on a thread of its own, in milliseconds. */
  readonly timeoutMs: number;
}

/** Does {@link Jobs}: small ones at once, in place, the others on threads of their own. Implemented by `workbench`. */
export interface Workbench {
  /**
   * Does one job. A job that fails, whatever it does to its thread, fails alone.
   * @throws SluiceError `WORK_TIMEOUT` when it takes too long, `WORK_FAILED` when it throws, ends its
   *   thread or takes too much memory, `WORK_CANCELLED` by `signal` or `close()`, `WORK_REFUSED` when too many wait.
   */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    context: JobContext,
  ): Promise<Jobs[Name]['output']>;
  /** Starts a thread, so that the first large job need not wait for it. Jobs do without. Never rejects. */
  warm(): Promise<void>;
  /** Ends every thread, and with it what is being done. Idempotent. */
  close(): Promise<void>;
}

/** For whom a job is done. */
export interface JobContext {
  /** The session: one of them never takes all threads. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** A value to look at. */
export interface ValueText {
  /** Its JSON text, or the start of it; or that in UTF-8: shared memory goes to another thread without a copy. */
  readonly json: string | Uint8Array;
  /** UTF-8 bytes of the whole text. */
  readonly sizeBytes: number;
  /** Whether `json` is the whole text. */
  readonly isWhole: boolean;
  /** Size of the preview in UTF-8. */
  readonly previewMaxBytes: number;
}

/** What a large value looks like. */
export interface ValueLook {
  /** One line: `{ customers: Array(100000) of { id: string } }`. */
  readonly shape: string;
  /** A bounded excerpt; where it leaves something out, it says so. */
  readonly preview: string;
}
