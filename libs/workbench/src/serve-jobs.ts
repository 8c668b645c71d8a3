import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { JobDefinition, JobName, JobTable } from '@sluice/contracts';
import { failureOf } from './failure-of.js';
import { readyMessage } from './messages.js';
import type { JobReply, JobRequest } from './messages.js';

/**
 * Makes this thread one that does jobs: the whole program of a worker.
 *
 * @example serveJobs(jobs) // in the file that `createWorkbench` is given as `workerUrl`
 */
export function serveJobs(jobs: JobTable): void {
  const port = parentPort;
  port?.on('message', (request: JobRequest) => port.postMessage(replyTo(request, jobs)));
  port?.postMessage(readyMessage);
}

function replyTo({ name, input }: JobRequest, jobs: JobTable): JobReply {
  try {
    // Name and input belong together; the table is typed by name.
    const { run } = jobs[name] as JobDefinition<JobName>;
    return { ok: true, output: run(input), heapBytes: getHeapStatistics().total_heap_size };
  } catch (error) {
    return failureOf(error);
  }
}
