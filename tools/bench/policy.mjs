// npm run bench:policy: see README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '2000' }, only: { type: 'string', default: '' } },
});
const runs = Number(options.runs);

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const bundle = await rolldown({
  input: fileURLToPath(new URL('../../libs/policy/src/index.ts', import.meta.url)),
  platform: 'node',
  resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
});
await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'policy.mjs' });
await bundle.close();
const { compilePolicy, decideCall } = await import(pathToFileURL(join(folder, 'policy.mjs')).href);
rmSync(folder, { recursive: true });

const count = 200;
const rules = (make) => Array.from({ length: count }, (_, index) => make(index));
const actions = ['deny', 'ask', 'allow'];
const toolOf = (id) => ({ id, rawId: id, annotations: { readOnlyHint: true }, trusted: true });
const tool = toolOf('mcp__tracker__search_issues');
const args = { to: 'ann@ours.example', query: 'is:open label:bug', limit: 20, items: [{ id: 1 }] };
const byName = rules((index) => ({
  match: `mcp__server${index}__*`,
  action: actions[index % 3],
}));
const fitting = (make) =>
  rules((index) => ({ match: 'mcp__tracker__*', action: actions[index % 3], ...make(index) }));

/** Each scenario: a policy of 200 rules of which none decides, so that all of them are tried. */
const scenarios = [
  ['names only, a tool seen before', byName, () => tool],
  ['names only, a new tool', byName, () => toolOf('mcp__tracker__search_issues')],
  ['names only, a new tool with letters beyond ASCII', byName, () => toolOf('mcp__tracker__поиск')],
  [
    'names that differ at their ends, a new tool',
    rules((index) => ({ match: `*__tracker__*_issue${index}`, action: actions[index % 3] })),
    () => toolOf('mcp__tracker__search_issues'),
  ],
  [
    'annotations',
    fitting(() => ({ annotations: { readOnlyHint: false } })),
    () => toolOf('mcp__tracker__search_issues'),
  ],
  [
    'when: a text',
    fitting((index) => ({ when: { 'args.to': `*@host${index}.example` } })),
    () => tool,
  ],
  ['when: a range', fitting(() => ({ when: { 'args.limit': { min: 100 } } })), () => tool],
  [
    'when: a regex',
    fitting((index) => ({ when: { 'args.query': { regex: `label:(urgent|p${index})\\b` } } })),
    () => tool,
  ],
];
/** As people write them: most rules are of other servers, and few look at arguments. */
const mixed = [
  [10, () => ({ annotations: { readOnlyHint: false } })],
  [14, (index) => ({ when: { 'args.to': `*@host${index}.example` } })],
  [4, () => ({ when: { 'args.limit': { min: 100 } } })],
  [4, (index) => ({ when: { 'args.query': { regex: `label:(urgent|p${index})\\b` } } })],
].flatMap(([size, make]) => fitting(make).slice(0, size));
scenarios.push(['a mixed list', [...byName.slice(mixed.length), ...mixed], () => tool]);

/** What a hostile program may send; the time must stay bounded. */
const long = 'ab'.repeat(500_000);
const hostile = [
  [
    'hostile: 1 MB of text under a regex',
    { query: long },
    { 'args.query': { regex: '(a|b|ab)*c' } },
  ],
  ['hostile: 1 MB of text under patterns', { query: long }, { 'args.query': '*a*b*c*d' }],
  ['hostile: 1 MB of text beyond ASCII', { query: 'é'.repeat(1e6) }, { 'args.query': '*x' }],
  ['hostile: a million elements', { query: Array(1e6).fill('a') }, { 'args.query': '*x' }],
  [
    'hostile: 200,000 keys',
    Object.fromEntries(Array.from({ length: 2e5 }, (_, index) => [`k${index}`, 1])),
    { 'args.query': '*x' },
  ],
];

const rows = [];
for (const [name, list, next] of scenarios)
  if (name.includes(options.only)) measure(name, compilePolicy(list, 'ask'), next, args, runs);
for (const [name, given, when] of hostile)
  if (name.includes(options.only))
    measure(
      name,
      compilePolicy(
        fitting(() => ({ when })),
        'ask',
      ),
      () => tool,
      given,
      5,
    );
process.stdout.write(
  [
    '| scenario | median µs | p95 µs | decisions |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n'),
);

function measure(name, policy, next, given, decisions) {
  const times = [];
  for (let round = -Math.ceil(decisions / 4); round < decisions; round++) {
    const called = next();
    const start = performance.now();
    decideCall(policy, called, given);
    if (round >= 0) times.push((performance.now() - start) * 1000);
  }
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  rows.push([name, at(0.5).toFixed(1), at(0.95).toFixed(1), String(decisions)]);
}
