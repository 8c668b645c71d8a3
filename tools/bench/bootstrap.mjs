// Whether a gain is more than luck: paired bootstrap over queries.

/**
 * The mean over suites of the mean gain per query, and the interval that holds it in 95 of 100 samples of as many
 * queries. `pairs`: for each suite the gains of its queries. The random numbers are the same on each run.
 */
export function bootstrap(pairs, samples = 2000) {
  const random = seeded(1);
  const means = Array.from({ length: samples }, () =>
    mean(
      pairs.map((gains) => {
        let sum = 0;
        for (let draw = 0; draw < gains.length; draw++)
          sum += gains[Math.floor(random() * gains.length)];
        return sum / gains.length;
      }),
    ),
  ).sort((left, right) => left - right);
  return {
    gain: mean(pairs.map(mean)),
    low: means[Math.floor(samples * 0.025)],
    high: means[Math.floor(samples * 0.975)],
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Numbers from 0 to 1 (mulberry32). */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
