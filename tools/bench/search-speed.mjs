// npm run bench:search-speed: see README.md beside this file.
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { importRoom } from './bundle.mjs';

const { values: options } = parseArgs({
  options: { tools: { type: 'string', default: '10000' }, runs: { type: 'string', default: '5' } },
});
const runs = Number(options.runs);
const { createCatalogue, createSearchIndex } = await importRoom('search-index');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const verbs =
  'get list create update delete search find send add remove set run start stop export import'.split(
    ' ',
  );
const nouns =
  'issue repository branch commit file folder user team channel message event calendar contact invoice payment customer order product page database table record query deployment container cluster secret key alert metric dashboard report ticket task project comment label board sprint'.split(
    ' ',
  );
const parameters =
  'id name query limit offset cursor filter status type owner path content title description startDate endDate format'.split(
    ' ',
  );
/** The same numbers on each run, from 0 to 1. */
let state = 7;
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x80000000;
};
const pick = (words) => words[Math.floor(random() * words.length)];
/** Prose: one word in ten is one that tools are named for; of the others, as in any language, few are common. */
const prose = Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}x`);
const word = () =>
  random() < 0.1
    ? pick(random() < 0.5 ? nouns : random() < 0.5 ? verbs : parameters)
    : prose[Math.floor(prose.length ** random()) - 1];
const text = (words) => Array.from({ length: words }, word).join(' ');
const makeTool = (_, index) => {
  const name = `${pick(verbs)}_${pick(nouns)}_${pick(nouns)}_${index}`;
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, () => [pick(parameters), { type: 'string', description: text(8) }]),
  );
  return {
    name,
    rawName: name,
    description: text(30),
    inputSchema: { type: 'object', properties },
  };
};
const makeServer = (name, tools) => ({ name, tools: Array.from({ length: tools }, makeTool) });
const serverSize = 50;
const servers = Array.from({ length: Number(options.tools) / serverSize }, (_, index) =>
  makeServer(`${pick(nouns)}-${index}`, serverSize),
);
const catalogue = createCatalogue(servers);
const withMore = createCatalogue([...servers, makeServer('added', 200)]);
const queries = Array.from({ length: 400 }, (_, index) =>
  index % 4 === 0 ? text(25) : `${pick(verbs)} ${pick(nouns)} ${text(3)}`,
);
const typo = 'craete a new isue in the repositry';

const samples = {};
const measure = (name, task) => {
  const cpu = process.cpuUsage();
  const start = performance.now();
  task();
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const all = (samples[name] ??= { elapsed: [], cpu: [] });
  all.elapsed.push(elapsed);
  all.cpu.push((user + system) / 1000);
};
const held = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

let heldMb = 0;
for (let round = 0; round < runs; round++) {
  const before = held();
  const index = createSearchIndex(catalogue);
  measure('build', () => index.search('x', { limit: 8 }));
  if (round === 0) heldMb = held() - before;
  for (const query of queries) measure('query', () => index.search(query, { limit: 8 }));
  measure('query with slips of the pen', () => index.search(typo, { limit: 8 }));
  index.update(withMore);
  measure('a server with 200 tools more', () => index.search('x', { limit: 8 }));
  index.update(catalogue);
  measure('and less', () => index.search('x', { limit: 8 }));
}
const print = (line) => process.stdout.write(`${line}\n`);
const ms = (value) => value.toFixed(2);
const quantiles = (times) => {
  const sorted = times.sort((left, right) => left - right);
  return [0, 0.5, 0.95].map((share) =>
    ms(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]),
  );
};
const lines = Object.entries(samples).map(([name, { elapsed, cpu }]) => [
  name,
  ...quantiles(elapsed),
  ...quantiles(cpu),
  String(elapsed.length),
]);
print(
  '| scenario | least ms | median ms | p95 ms | CPU: least ms | median ms | p95 ms | times |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
);
for (const line of lines) print(`| ${line.join(' | ')} |`);
print(`\n${options.tools} tools; the index holds ${heldMb.toFixed(1)} MB.`);
