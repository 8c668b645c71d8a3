/** Does one piece of work after the other, in the order they were given; a failed one stops none. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes an empty queue. */
export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
