// npm run bench:search -- FOLDER: see README.md beside this file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { importRoom } from './bundle.mjs';
import { clock } from './measure.mjs';
import { situations } from './search-situations.mjs';

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
  let isThere = () => true;
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
      servers.get(name).filter(({ name: tool }) => isThere(idOf.get(`mcp__${name}__${tool}`))),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const view = createCatalogueView({ upstreams, policy });
  const consents = { changedAmong: async () => [] };
  const searchTools = createSearchTools({ view, upstreams, clock, consents });
  return {
    /** Leaves only the tools that a test of their ids accepts, until the next call. */
    only(accepts) {
      isThere = accepts;
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

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value) => (100 * value).toFixed(1);

/** Each query whose tool is gone has a catalogue of its own: not of the largest. */
const maxToolsWithoutOne = 5000;

/** By suite and query: recall at five, and the reciprocal rank of the first answer. */
const perQuery = { recall: {}, rank: {} };
const rows = [];
const absentRows = [];
for (const suite of loadSuites(folder, 'open')) {
  if (!suite.name.includes(options.only)) continue;
  const { search, only } = openSuite(suite);
  const recalls = {};
  const ranks = {};
  for (const query of suite.queries) {
    const { ranked } = await search(query.text);
    const { r5, mrr } = scoreQuery(query, ranked);
    recalls[query.id] = r5;
    ranks[query.id] = mrr;
  }
  perQuery.recall[suite.name] = recalls;
  perQuery.rank[suite.name] = ranks;
  rows.push([
    suite.name,
    percent(mean(Object.values(recalls))),
    mean(Object.values(ranks)).toFixed(3),
  ]);
  if (options.absent && suite.tools.length <= maxToolsWithoutOne) {
    const doubts = {};
    let shown;
    for (const { kind, query, has } of situations(suite)) {
      if (shown !== has) only(has);
      shown = has;
      const { ranked, isLikely } = await search(query.text);
      const doubt = isLikely ? 0 : 1;
      (doubts[kind] ??= []).push(doubt);
      if (kind === 'there' && scoreQuery(query, ranked).r5 > 0) (doubts.shown ??= []).push(doubt);
    }
    const kinds = ['there', 'shown', 'toolGone', 'serverGone', 'few', 'fewForeign'];
    const cells = kinds.map((kind) => (doubts[kind] ? percent(mean(doubts[kind])) : ''));
    absentRows.push([suite.name, ...cells]);
  }
}

const print = (head, lines) =>
  process.stdout.write(
    [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n') +
      '\n\n',
  );
print(['suite', 'recall@5 %', 'MRR'], rows);
if (options.absent)
  print(
    [
      'suite, doubted %',
      'tool there',
      'and shown',
      'tool gone',
      'server gone',
      'few servers, one has it',
      'none has it',
    ],
    absentRows,
  );

const groups = { 'MCP servers': MCP, 'general functions': GENERAL };
const baseline = options.baseline ? JSON.parse(readFileSync(options.baseline, 'utf8')) : undefined;
const measures = { recall: 'recall@5 %', rank: 'MRR × 100' };
const macros = Object.entries(groups)
  .filter(([, names]) => names.every((name) => name in perQuery.recall))
  .flatMap(([title, names]) =>
    Object.entries(measures).map(([measure, label]) => {
      const now = perQuery[measure];
      const value = percent(mean(names.map((name) => mean(Object.values(now[name])))));
      if (baseline === undefined) return [title, label, value];
      const pairs = names.map((name) =>
        Object.entries(now[name]).map(([id, reached]) => reached - baseline[measure][name][id]),
      );
      const { gain, low, high } = bootstrap(pairs);
      return [title, label, value, `${percent(gain)} (${percent(low)} … ${percent(high)})`];
    }),
  );
print(
  ['mean over suites', 'measure', 'value', ...(baseline ? ['against the baseline (95 %)'] : [])],
  macros,
);
if (options.save) writeFileSync(options.save, JSON.stringify(perQuery));
