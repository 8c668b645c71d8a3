// node tools/bench/soak.mjs: see README.md beside this file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    parallel: { type: 'string', default: '4' },
  },
});
const runs = Number(options.runs);
const parallel = Number(options.parallel);
const workspace = fileURLToPath(new URL('../..', import.meta.url));
execFileSync('npx', ['nx', 'run', 'sluice:build', '--output-style=stream'], {
  cwd: workspace,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const folder = mkdtempSync(join(tmpdir(), 'sluice-soak-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
const configPath = join(folder, 'sluice.json');
writeFileSync(
  configPath,
  JSON.stringify({
    mcpServers: {
      bench: {
        command: process.execPath,
        args: [fileURLToPath(new URL('./upstream.mjs', import.meta.url))],
      },
    },
    policyDefault: 'allow',
  }),
);

const good = [
  'return 1 + 1',
  'let sum = 0; for (let i = 0; i < 10; i++) sum += (await bench.echo({ value: i })).value; return sum',
  'return (await Promise.all([1, 2, 3].map((value) => bench.echo({ value })))).length',
  'return (await bench.text({ bytes: 100_000 })).length',
];
/** Each ends by a limit, by the wall it runs into, or by its own failure. */
const bad = [
  'for (;;);',
  'const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1))',
  'const kept = []; for (;;) kept.push({ kept: String(Math.random()) })',
  'for (;;) console.log("x".repeat(1e5))',
  'for (;;) void bench.echo({ value: 1 })',
  'await new Promise(() => undefined)',
  'const next = () => Promise.resolve().then(next); await next()',
  'throw new Error("x".repeat(1e6))',
  'Array.prototype.push = Object.keys = JSON.stringify = () => { for (;;); }; return { a: [1] }',
  'return "x".repeat(3e8)',
];
/** As busy as the bad ones, for as long, but honest. */
const busy = [
  'const until = Date.now() + 450; let n = 0; while (Date.now() < until) n += 1; return n',
];

const connect = async () => {
  const client = new Client({ name: 'soak', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(workspace, 'apps/stdio-host/dist/bin/main.js'), '--config', configPath],
    env: {
      ...process.env,
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return { client, pid: transport.pid };
};

const filesIn = (path) => readdirSync(path, { recursive: true }).length;

/** What the host holds. Linux. */
function holdings(pid) {
  const below = (id) =>
    readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean);
  const all = (id) => below(id).flatMap((child) => [child, ...all(child)]);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    processes: all(pid).length,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    residentMb: Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024),
    temporaryFiles: filesIn(temporary),
    otherFiles: filesIn(folder),
  };
}

const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];

/** A gateway of its own for one kind of runs: every third of them one of `others`. */
async function openSoak(others) {
  const { client, pid } = await connect();
  const times = [];
  let failures = 0;
  let next = 0;
  const run = (code, timeoutMs) =>
    client.callTool({ name: 'run_code', arguments: { code, timeoutMs } });
  return {
    holdings: () => holdings(pid),
    close: () => client.close(),
    result: () => ({ failures, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }),
    /** Makes `count` runs; `isKept`: what the good ones took, in milliseconds, counts. */
    async burst(count, isKept) {
      const end = next + count;
      const work = async () => {
        while (next < end) {
          const n = next++;
          if (n % 3 === 2) {
            await run(others[Math.floor(n / 3) % others.length], 500);
            continue;
          }
          const start = performance.now();
          const { isError } = await run(good[n % good.length], 30_000);
          if (isError) failures += 1;
          if (isKept) times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: parallel }, work));
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 3000));

/** Bursts of both kinds in turn, so that a machine that is busy with something else is so for both. */
const rounds = 10;

const hostile = await openSoak(bad);
const honest = await openSoak(busy);
try {
  process.stderr.write(`${runs} runs of each kind …\n`);
  // The first tenth warms up what is made once: caches, buffers, compiled code.
  for (const soak of [hostile, honest]) await soak.burst(Math.ceil(runs / rounds), false);
  await settled();
  const before = hostile.holdings();
  for (let round = 0; round < rounds; round += 1)
    for (const soak of round % 2 ? [honest, hostile] : [hostile, honest])
      await soak.burst(Math.ceil(runs / rounds), true);
  await settled();
  const after = hostile.holdings();
  const [ofHostile, ofHonest] = [hostile.result(), honest.result()];
  const ms = (value) => `${value.toFixed(0)} ms`;
  process.stdout.write(
    [
      `good runs beside hostile ones: median ${ms(ofHostile.p50)}, p95 ${ms(ofHostile.p95)}, failed ${ofHostile.failures}`,
      `good runs beside busy ones:    median ${ms(ofHonest.p50)}, p95 ${ms(ofHonest.p95)}, failed ${ofHonest.failures}`,
      `ratio of the p95: ${(ofHostile.p95 / ofHonest.p95).toFixed(2)}`,
      '',
      '| the host holds | before | after |',
      '| --- | --- | --- |',
      ...Object.entries(before).map(([what, count]) => `| ${what} | ${count} | ${after[what]} |`),
      '',
    ].join('\n'),
  );
} finally {
  await Promise.allSettled([hostile.close(), honest.close()]);
  rmSync(folder, { recursive: true, force: true });
}
