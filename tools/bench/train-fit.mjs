// node tools/bench/train-fit.mjs FOLDER: see README.md beside this file.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importRoom } from './bundle.mjs';
import { situations } from './search-situations.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the benchmark: train-fit.mjs FOLDER');
const { loadSuites } = await import(pathToFileURL(join(resolve(folder), 'load.mjs')).href);
const { createCatalogue, createSearchIndex } = await importRoom('search-index');

/** Suites whose queries a model would write, over tools of real servers. */
const trainedOn = ['agent-real', 'live-step', 'mcpproxy45'];
/** Suites that hold prose: the limit for long queries must bear them too. */
const prose = ['bfcl', 'metatool', 'restbench', 'seal', 'toolbench'];
const measures = [
  'heldShare',
  'heldBesideServer',
  'missing',
  'verbSaid',
  'scoreShare',
  'tenthShare',
];
const falseAlarms = 0.05;
const short = 5;
const folds = 5;
/** From so many queries on a suite counts in full. */
const enough = 50;

const samples = [];
for (const suite of loadSuites(folder, 'open', { big: false })) {
  if (![...trainedOn, ...prose].includes(suite.name)) continue;
  const isProse = prose.includes(suite.name);
  const servers = Map.groupBy?.(suite.tools, byServer) ?? groupBy(suite.tools, byServer);
  const idOf = new Map();
  const catalogue = createCatalogue(
    Array.from(servers, ([name, tools]) => ({
      name,
      tools: tools.map(({ id, name: own, title, description, inputSchema }) => {
        idOf.set(`mcp__${name}__${own}`, id);
        const rest = { description: description ?? '', inputSchema: inputSchema ?? {} };
        return { name: own, rawName: own, ...(title ? { title } : {}), ...rest };
      }),
    })),
  );
  const index = createSearchIndex(catalogue);
  let shown = () => true;
  for (const { kind, query, has } of situations(suite)) {
    if (isProse && kind !== 'there') continue;
    if (has !== shown) {
      const tools = catalogue.tools.filter(({ id }) => has(idOf.get(id)));
      index.update(kind === 'there' ? catalogue : { ...catalogue, tools });
      shown = has;
    }
    const { fit } = index.search(query.text, { limit: 10 });
    if (fit === undefined) continue;
    const group = `${suite.name}${kind.startsWith('few') ? '@few' : ''}`;
    const isShort = fit.length <= short && !/[.!?;]\s+\S|\n/.test(query.text);
    samples.push({
      group,
      kind,
      query: query.id,
      isProse,
      isShort,
      isMissing: kind === 'serverGone' || kind === 'fewForeign',
      isThere: kind === 'there' || kind === 'few',
      inputs: measures.map((measure) => fit[measure]),
    });
  }
}

/** Weights of a logistic regression by gradient descent on standardised inputs; each group and class counts alike. */
function train(all) {
  const size = measures.length;
  const means = measures.map((_, at) => mean(all.map(({ inputs }) => inputs[at])));
  const spreads = measures.map((_, at) =>
    Math.sqrt(mean(all.map(({ inputs }) => (inputs[at] - means[at]) ** 2))),
  );
  const counts = new Map();
  const keyOf = ({ group, isMissing }) => `${group} ${isMissing}`;
  for (const sample of all) counts.set(keyOf(sample), (counts.get(keyOf(sample)) ?? 0) + 1);
  const rows = all.map((sample) => ({
    inputs: sample.inputs.map((value, at) => (value - means[at]) / spreads[at]),
    wanted: sample.isMissing ? 1 : 0,
    share: 1 / (counts.size * counts.get(keyOf(sample))),
  }));
  const weights = new Float64Array(size + 1);
  for (let step = 0; step < 3000; step++) {
    const slope = new Float64Array(size + 1);
    for (const { inputs, wanted, share } of rows) {
      const odds = weights[size] + inputs.reduce((sum, value, at) => sum + value * weights[at], 0);
      const error = share * (1 / (1 + Math.exp(-odds)) - wanted);
      inputs.forEach((value, at) => (slope[at] += error * value));
      slope[size] += error;
    }
    for (let at = 0; at <= size; at++)
      weights[at] -= 2 * (slope[at] + (at < size ? 1e-4 * weights[at] : 0));
  }
  const own = measures.map((_, at) => weights[at] / spreads[at]);
  return {
    own,
    intercept: weights[size] - own.reduce((sum, value, at) => sum + value * means[at], 0),
  };
}
const oddsOf = ({ own, intercept }, { inputs }) =>
  inputs.reduce((sum, value, at) => sum + value * own[at], intercept);

/** The least odds with so few false alarms, each suite counting alike; one with few queries for less. */
function limitOf(scored) {
  const suites = [
    ...groupBy(
      scored.filter(({ sample }) => sample.kind === 'there'),
      ({ sample }) => sample.group,
    ).values(),
  ];
  const weight = (suite) => Math.min(enough, suite.length);
  const total = suites.reduce((sum, suite) => sum + weight(suite), 0);
  const alarms = suites
    .flatMap((suite) =>
      suite.map(({ odds }) => ({ odds, share: weight(suite) / suite.length / total })),
    )
    .sort((left, right) => right.odds - left.odds);
  let sum = 0;
  return alarms.find(({ share }) => (sum += share) > falseAlarms)?.odds ?? Infinity;
}

const trained = samples.filter(
  ({ isProse, isThere, isMissing }) => !isProse && (isThere || isMissing),
);
// Cross-validation over queries: each is judged by weights that were made without it.
const foldOf = ({ query }) =>
  [...query].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % folds;
const scored = [];
for (let fold = 0; fold < folds; fold++) {
  const model = train(trained.filter((sample) => foldOf(sample) !== fold));
  for (const sample of samples.filter((one) => foldOf(one) === fold))
    scored.push({ sample, odds: oddsOf(model, sample) });
}
const limits = {
  short: limitOf(scored.filter(({ sample }) => sample.isShort && !sample.isProse)),
  long: limitOf(scored.filter(({ sample }) => !sample.isShort)),
};
const model = train(trained);
const round = (value) => Number(value.toFixed(2));
const print = (line) => process.stdout.write(`${line}\n`);
print(
  JSON.stringify(
    {
      weights: Object.fromEntries(measures.map((name, at) => [name, round(model.own[at])])),
      intercept: round(model.intercept),
      limits: { short: round(limits.short), long: round(limits.long) },
    },
    null,
    2,
  ),
);
print('| suite | situation | queries | said to be missing % |\n| --- | --- | --- | --- |');
for (const [key, group] of groupBy(scored, ({ sample }) => `${sample.group} | ${sample.kind}`)) {
  const said = group.filter(
    ({ sample, odds }) => odds > (sample.isShort ? limits.short : limits.long),
  );
  print(`| ${key} | ${group.length} | ${((100 * said.length) / group.length).toFixed(1)} |`);
}

function byServer({ server }) {
  return server || 'tools';
}
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
