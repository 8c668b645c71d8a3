/** A job with the session it is done for. */
export interface OwnedJob {
  readonly owner: string;
}

/** Threads that one session may hold at once, of `maxThreads`: half, so that another need not wait for its jobs. */
function shareOf(maxThreads: number): number {
  return Math.max(1, Math.floor(maxThreads / 2));
}

/**
 * The job to do next: that of the session for which least is being done, the oldest of those. None for a
 * session that has its share of the threads. Undefined when nothing may start.
 */
export function nextJob<Job extends OwnedJob>(
  waiting: Iterable<Job>,
  running: Iterable<OwnedJob>,
  maxThreads: number,
): Job | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { owner } of running) {
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
    total += 1;
  }
  if (total >= maxThreads) return undefined;
  let best: Job | undefined;
  let least = shareOf(maxThreads);
  for (const job of waiting) {
    const count = counts.get(job.owner) ?? 0;
    if (count >= least) continue;
    best = job;
    least = count;
  }
  return best;
}
