/** Tasks by signal; kept beside the signals because each may have only one listener of ours. */
const tasksOf = new WeakMap<AbortSignal, Set<{ readonly run: () => void }>>();

/**
 * Runs a task when the signal is aborted, at once where it already is. However many tasks wait for a
 * signal, it carries one listener: hundreds of calls wait for the end of one run, and Node warns
 * from the eleventh listener on. Returns a function that takes the task back.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  const tasks = tasksOf.get(signal) ?? listen(signal);
  const task = { run };
  tasks.add(task);
  return () => void tasks.delete(task);
}

function listen(signal: AbortSignal) {
  const tasks = new Set<{ readonly run: () => void }>();
  tasksOf.set(signal, tasks);
  const runAll = () => {
    for (const task of tasks) {
      tasks.delete(task);
      task.run();
    }
  };
  signal.addEventListener('abort', runAll, { once: true });
  return tasks;
}
