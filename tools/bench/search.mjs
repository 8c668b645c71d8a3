// npm run bench:search -- FOLDER: see README.md beside this file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { importRoom } from './bundle.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    save: { type: 'string' },
    baseline: { type: 'string' },
    absent: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder of the benchmark: search.mjs FOLDER');
const fromFolder = (file) => import(pathToFileURL(join(resolve(folder), file)).href);
const { loadSuites, MCP, GENERAL } = await fromFolder('load.mjs');
const { scoreQuery } = await fromFolder('score.mjs');
const { createCatalogueView, createSearchTools } = await importRoom('core');
const { compilePolicy } = await importRoom('policy');

const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: () => () => undefined,
};
const policy = compilePolicy([], 'allow');

/** One suite behind the door that a model has: upstreams that are ready, and `search_tools` over them. */
function openSuite({ tools }) {
  const idOf = new Map();
  const servers = new Map();
  for (const { id, server, name, title, description, inputSchema } of tools) {
    const own = server || 'tools';
    if (!servers.has(own)) servers.set(own, []);
    const tool = {
      name,
      rawName: name,
      ...(title ? { title } : {}),
      description: description ?? '',
      inputSchema: inputSchema ?? {},
    };
    servers.get(own).push(tool);
    idOf.set(`mcp__${own}__${name}`, id);
  }
  const hidden = new Set();
  const listeners = new Set();
  const upstreams = {
    statuses: () =>
      [...servers].map(([name, list]) => ({
        name,
        state: 'ready',
        toolsFrom: 'live',
        toolCount: list.length,
      })),
    tools: (name) =>
      hidden.size === 0
        ? servers.get(name)
        : servers.get(name).filter((tool) => !hidden.has(idOf.get(`mcp__${name}__${tool.name}`))),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const view = createCatalogueView({ upstreams, policy });
  const searchTools = createSearchTools({ view, upstreams, clock });
  return {
    /** Takes tools away until the next call. */
    hide(ids) {
      hidden.clear();
      for (const id of ids) hidden.add(id);
      for (const listener of listeners) listener();
    },
    async search(query) {
      const { groups } = await searchTools({ query, limit: 10 });
      const [{ hits, isLikely }] = groups;
      const paths = new Map(view.catalogue().tools.map(({ callPath, id }) => [callPath, id]));
      const ids = hits.flatMap(({ id, twins }) => [id, ...twins.map((path) => paths.get(path))]);
      return { ranked: ids.map((id) => idOf.get(id)), isLikely };
    },
  };
}

/** The right answers of a query, and all that do the same job. */
function answersOf({ relevant, equiv = [], grades = {} }) {
  const all = new Set([...relevant, ...Object.keys(grades)]);
  for (const group of equiv)
    if (group.some((id) => all.has(id))) for (const id of group) all.add(id);
  return all;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value) => (100 * value).toFixed(1);

/** Each query whose tool is gone has a catalogue of its own: not too many, and not of the largest. */
const maxQueriesWithoutTool = 60;
const maxToolsWithoutOne = 5000;

const perQuery = {};
const rows = [];
const absentRows = [];
for (const suite of loadSuites(folder, 'open')) {
  if (!suite.name.includes(options.only)) continue;
  const { search, hide } = openSuite(suite);
  const recalls = {};
  const ranks = [];
  const doubts = [];
  for (const query of suite.queries) {
    const { ranked, isLikely } = await search(query.text);
    const { r5, mrr } = scoreQuery(query, ranked);
    recalls[query.id] = r5;
    ranks.push(mrr);
    doubts.push(isLikely ? 0 : 1);
  }
  perQuery[suite.name] = recalls;
  rows.push([suite.name, percent(mean(Object.values(recalls))), mean(ranks).toFixed(3)]);
  if (options.absent && suite.tools.length <= maxToolsWithoutOne) {
    const toolGone = [];
    const serverGone = [];
    const serverOf = new Map(suite.tools.map(({ id, server }) => [id, server]));
    for (const query of suite.queries.slice(0, maxQueriesWithoutTool)) {
      const answers = answersOf(query);
      hide(answers);
      toolGone.push((await search(query.text)).isLikely ? 0 : 1);
      const homes = new Set([...answers].map((id) => serverOf.get(id)));
      hide(suite.tools.filter(({ server }) => homes.has(server)).map(({ id }) => id));
      serverGone.push((await search(query.text)).isLikely ? 0 : 1);
    }
    absentRows.push([
      suite.name,
      ...[doubts, toolGone, serverGone].map((all) => percent(mean(all))),
    ]);
  }
}

const print = (head, lines) =>
  process.stdout.write(
    [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n') +
      '\n\n',
  );
print(['suite', 'recall@5 %', 'MRR'], rows);
if (options.absent)
  print(['suite', 'doubted: tool there %', 'tool gone %', 'its server gone %'], absentRows);

const groups = { 'MCP servers': MCP, 'general functions': GENERAL };
const baseline = options.baseline ? JSON.parse(readFileSync(options.baseline, 'utf8')) : undefined;
const macros = Object.entries(groups)
  .filter(([, names]) => names.every((name) => name in perQuery))
  .map(([title, names]) => {
    const suites = names.map((name) => Object.values(perQuery[name]));
    const value = percent(mean(suites.map(mean)));
    if (baseline === undefined) return [title, value];
    const pairs = names.map((name) =>
      Object.entries(perQuery[name]).map(([id, now]) => now - baseline[name][id]),
    );
    const { gain, low, high } = bootstrap(pairs);
    return [title, value, `${percent(gain)} (${percent(low)} … ${percent(high)})`];
  });
print(
  ['mean over suites', 'recall@5 %', ...(baseline ? ['against the baseline (95 %)'] : [])],
  macros,
);
if (options.save) writeFileSync(options.save, JSON.stringify(perQuery));
