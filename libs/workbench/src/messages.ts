import type { JobName, Jobs } from '@sluice/contracts';

/** What a thread says first: its program is loaded. */
export const readyMessage = 'ready';

/** What a thread is asked. It is asked for one job at a time, so that its answers need no number. */
export interface JobRequest {
  readonly name: JobName;
  readonly input: Jobs[JobName]['input'];
}

/** What it answers. */
export type JobReply = {
  /** Bytes of the thread's heap after the job. */
  readonly heapBytes: number;
} & (
  | { readonly ok: true; readonly output: Jobs[JobName]['output'] }
  /** The job threw; the error's message may hold a payload and stays behind. */
  | { readonly ok: false; readonly errorName: string; readonly frames: readonly string[] }
);
