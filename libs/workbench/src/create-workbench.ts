import type {
  Clock,
  JobDefinition,
  JobName,
  Jobs,
  JobTable,
  Logger,
  Workbench,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { failureOf } from './failure-of.js';
import { startJobThread } from './job-thread.js';
import type { JobThread } from './job-thread.js';
import type { JobReply } from './messages.js';
import { nextJob } from './next-job.js';

/** What {@link createWorkbench} needs. */
export interface WorkbenchOptions {
  /** How jobs are done; the same table that the worker serves. */
  readonly jobs: JobTable;
  /** The worker's bundle, `worker.mjs`, as a `file:` URL. */
  readonly workerUrl: URL;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Most threads at once. Each takes 10 MB and more, and is started when it is needed.
   * @default 4
   */
  readonly maxThreads?: number;
}

/** Jobs that may wait for a thread; more are refused. */
const maxWaiting = 64;

/** Heap of a thread in MiB. Measured: the dearest inputs at the default limits take up to 230. */
const heapMb = 512;

/** A thread whose heap has grown beyond this is not used again: it would not give back its memory, in bytes. */
const maxKeptHeapBytes = 67_108_864;

/** Time after which a thread without work ends, in milliseconds; one stays. */
const maxIdleMs = 30_000;

/** A job between `run()` and its end. The first end counts. */
interface OpenJob {
  readonly owner: string;
  readonly name: JobName;
  readonly input: Jobs[JobName]['input'];
  readonly isSettled: () => boolean;
  resolve(output: Jobs[JobName]['output']): void;
  reject(error: SluiceError): void;
}

/**
 * Does small jobs in place and the others on threads of their own, several at once. Nothing is started
 * before it is needed, and a thread that a job took too long or broke is replaced by a new one.
 *
 * @example
 * const workbench = createWorkbench({ jobs, workerUrl, clock, logger });
 * const reading = await workbench.run('readProgram', text, { owner: session.id, signal });
 */
export function createWorkbench(options: WorkbenchOptions): Workbench {
  const { jobs, workerUrl, clock, logger, maxThreads = 4 } = options;
  const waiting = new Set<OpenJob>();
  const running = new Map<OpenJob, JobThread>();
  /** With what keeps each of them from idling for ever. */
  const idle = new Map<JobThread, () => void>();
  /** All that have not ended. */
  const threads = new Set<JobThread>();
  let isClosed = false;

  const start = (): JobThread => {
    const thread = startJobThread(workerUrl, heapMb);
    threads.add(thread);
    void thread.ended.then(() => {
      threads.delete(thread);
      forget(thread);
      pump();
    });
    return thread;
  };

  const forget = (thread: JobThread) => {
    idle.get(thread)?.();
    idle.delete(thread);
  };

  const rest = (thread: JobThread) => {
    const retire = () => {
      if (idle.size === 1) idle.set(thread, clock.schedule(maxIdleMs, retire));
      else end(thread);
    };
    idle.set(thread, clock.schedule(maxIdleMs, retire));
  };

  const end = (thread: JobThread) => {
    forget(thread);
    void thread.end();
  };

  const takeThread = (): JobThread | undefined => {
    const [thread] = idle.keys();
    if (thread === undefined) return threads.size < maxThreads ? start() : undefined;
    forget(thread);
    return thread;
  };

  const pump = () => {
    for (;;) {
      const job = nextJob(waiting, running.keys(), maxThreads);
      const thread = job && takeThread();
      if (job === undefined || thread === undefined) return;
      waiting.delete(job);
      running.set(job, thread);
      void doOn(thread, job);
    }
  };

  const doOn = async (thread: JobThread, job: OpenJob): Promise<void> => {
    const { name, input } = job;
    const { timeoutMs } = jobs[name];
    const cancelTimer = clock.schedule(timeoutMs, () => {
      job.reject(tookTooLong(name, timeoutMs));
      end(thread);
    });
    const isReady = await thread.ready;
    const reply = isReady ? await thread.ask({ name, input }) : undefined;
    cancelTimer();
    running.delete(job);
    if (reply?.ok === true) job.resolve(reply.output);
    else if (!job.isSettled()) job.reject(isReady ? failed(name, reply) : notStarted(name));
    if (reply !== undefined && reply.heapBytes <= maxKeptHeapBytes && !isClosed) rest(thread);
    else end(thread);
    pump();
  };

  const tryInPlace = <Name extends JobName>(name: Name, input: Jobs[Name]['input']) => {
    try {
      return (jobs[name] as JobDefinition<Name>).runSmall(input);
    } catch (error) {
      throw failed(name, failureOf(error));
    }
  };

  const failed = (job: JobName, reply: JobReply | undefined) => {
    if (reply === undefined) logger.warn('A job ended its thread', { job });
    else if (!reply.ok)
      logger.error('A job failed', { job, error: reply.errorName, at: reply.frames });
    return new SluiceError('WORK_FAILED', `Cannot finish the job "${job}": it failed`);
  };

  const notStarted = (job: JobName) => {
    logger.error('A thread could not be started', { job });
    return new SluiceError('WORK_REFUSED', `Cannot start the job "${job}": there is no thread`, {
      hint: 'The machine may be out of memory or threads; try again later.',
    });
  };

  return {
    async run(name, input, { owner, signal }) {
      if (signal.aborted || isClosed)
        throw cancelled(name, isClosed ? ': the workbench is closed' : '');
      const output = tryInPlace(name, input);
      if (output !== undefined) return output;
      if (waiting.size >= maxWaiting) throw full(name);
      return await new Promise<Jobs[typeof name]['output']>((resolve, reject) => {
        let isSettled = false;
        const settle = () => {
          isSettled = true;
          signal.removeEventListener('abort', abort);
        };
        const job: OpenJob = {
          owner,
          name,
          input,
          isSettled: () => isSettled,
          resolve(result) {
            settle();
            resolve(result as Jobs[typeof name]['output']);
          },
          reject(error) {
            settle();
            reject(error);
          },
        };
        const abort = () => {
          job.reject(cancelled(name));
          waiting.delete(job);
          const thread = running.get(job);
          if (thread !== undefined) end(thread);
        };
        signal.addEventListener('abort', abort);
        waiting.add(job);
        pump();
      });
    },
    async warm() {
      if (isClosed || threads.size > 0) return;
      const thread = start();
      rest(thread);
      await thread.ready;
    },
    async close() {
      isClosed = true;
      for (const job of [...waiting, ...running.keys()])
        job.reject(cancelled(job.name, ': the workbench is closed'));
      waiting.clear();
      for (const thread of idle.keys()) forget(thread);
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}

function tookTooLong(name: JobName, timeoutMs: number): SluiceError {
  return new SluiceError(
    'WORK_TIMEOUT',
    `Cannot finish the job "${name}": it took longer than ${timeoutMs} ms`,
  );
}

function cancelled(name: JobName, why = ''): SluiceError {
  return new SluiceError('WORK_CANCELLED', `The job "${name}" was cancelled${why}`);
}

function full(name: JobName): SluiceError {
  return new SluiceError(
    'WORK_REFUSED',
    `Cannot start the job "${name}": ${maxWaiting} others are waiting`,
    { hint: 'Try again in a few seconds.' },
  );
}
