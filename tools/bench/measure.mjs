// Interleaved measurement of a scenario and its baseline.
import { setImmediate } from 'node:timers/promises';

/** The clock of the system, as rooms are handed it. Its timers keep no bench from ending. */
export const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  pause: () => setImmediate(),
};

/** Milliseconds of one run of an async task. */
export async function timed(task) {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];

/**
 * Runs both tasks in turn: `warmUp` times unmeasured, then `runs` times measured.
 * A task returns nothing, or the milliseconds that count.
 */
export async function compare({ name, baselineName, task, baseline, runs, warmUp = 3 }) {
  const samples = { task: [], baseline: [] };
  for (let round = 0; round < warmUp + runs; round++) {
    for (const [side, run] of round % 2
      ? [
          ['task', task],
          ['baseline', baseline],
        ]
      : [
          ['baseline', baseline],
          ['task', task],
        ]) {
      let counted;
      const total = await timed(async () => {
        counted = await run();
      });
      if (round >= warmUp) samples[side].push(typeof counted === 'number' ? counted : total);
    }
  }
  const figures = (values) => ({
    medianMs: quantile(values, 0.5),
    p95Ms: quantile(values, 0.95),
    minMs: sorted(values)[0],
  });
  const [ours, theirs] = [figures(samples.task), figures(samples.baseline)];
  return {
    name,
    runs,
    ...ours,
    baseline: { name: baselineName, ...theirs },
    ratio: ours.medianMs / theirs.medianMs,
  };
}

/** One table row a scenario. */
export function table(results) {
  const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
  const rows = results.map((r) => [
    r.name,
    ms(r.medianMs),
    ms(r.p95Ms),
    r.baseline.name,
    ms(r.baseline.medianMs),
    ms(r.baseline.p95Ms),
    r.ratio.toFixed(2),
    String(r.runs),
  ]);
  const head = [
    'scenario',
    'median ms',
    'p95 ms',
    'baseline',
    'median ms',
    'p95 ms',
    'ratio',
    'runs',
  ];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
