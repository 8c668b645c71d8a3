// npm run bench:runner: see README.md beside this file.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { bundleRunner } from '../bundle-runner.mjs';
import { compare, table, timed } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const runs = Number(options.runs);
const source = fileURLToPath(new URL('../../libs/runner-host/src/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const bundle = await rolldown({
  input: { host: `${source}index.ts`, start: `${source}start-runner.ts` },
  platform: 'node',
  resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
});
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
await bundle.close();
const host = await import(pathToFileURL(join(folder, 'host.mjs')).href);
const { startRunner } = await import(pathToFileURL(join(folder, 'start.mjs')).href);

const runnerUrl = pathToFileURL(await bundleRunner());
const { platform, arch, env: environment } = process;
const denoPath = host.findDeno({
  setting: undefined,
  environment: {},
  platform,
  arch,
  resolveFrom: import.meta.url,
}).path;
const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const sandbox = {
  heapMb: 256,
  memoryMb: 512,
  cpuSeconds: 120,
  maxOutputBytes: 1e9,
  maxErrorBytes: 1e8,
  maxFrames: 1e9,
  require: [],
  deno: denoPath,
};
const limits = {
  timeoutMs: 60_000,
  heapMb: 256,
  memoryMb: 512,
  maxCalls: 1e6,
  maxParallelCalls: 32,
  maxValueBytes: 1e8,
  maxLogBytes: 1e6,
};
const servers = [
  { name: 'x', identifier: 'x', bare: true, tools: [{ id: 'mcp__x__y', name: 'y', alias: 'y' }] },
];
const programHost = {
  call: async () => ({ ok: true, value: 1 }),
  search: async () => '',
  describe: async () => undefined,
  log: quiet,
  logUnsent: quiet,
  progress: quiet,
  emit: quiet,
};

const hostWith = (pool, layers) =>
  host.createDenoRunner({
    runnerUrl,
    sandbox: { ...sandbox, pool },
    clock,
    logger,
    environment,
    ...(layers ? { layers } : {}),
  });
const run = async (runner, program) => {
  const request = { program, data: null, servers, limits };
  const end = await runner.run(request, programHost, new AbortController().signal);
  if (end.kind !== 'value') throw new Error(JSON.stringify(end));
};

const found = host.findLayers({ platform, arch, environment });
const { bubblewrap, ...unwrapped } = found;
const start = async (layers) => {
  const input = {
    denoPath,
    runnerUrl,
    heapMb: 256,
    cpuSeconds: 120,
    dataMb: 1200,
    hostPid: process.pid,
  };
  const command = host.denoCommand({ ...input, platform, layers });
  const started = await startRunner({ command, clock, platform, layers });
  if (!started.ok) throw new Error(started.stop.message);
  return started.runner;
};
const startAndKill = (layers) => async () => {
  let runner;
  const elapsedMs = await timed(async () => void (runner = await start(layers)));
  await runner.kill();
  return elapsedMs;
};

const warmHost = hostWith(2);
const coldHost = hostWith(0);
await warmHost.inspect();
await coldHost.inspect();
const warm = (program) => async () => {
  await warmHost.warm();
  return timed(() => run(warmHost, program));
};
const scenarios = [
  { name: 'spawn to ready, Deno alone', task: startAndKill({}) },
  { name: `spawn to ready, ${Object.keys(unwrapped).join(' + ')}`, task: startAndKill(unwrapped) },
  ...(bubblewrap ? [{ name: 'spawn to ready, and bubblewrap', task: startAndKill(found) }] : []),
  { name: 'warm run, trivial program', task: warm('return 1 + 1') },
  { name: 'cold run, trivial program', task: () => run(coldHost, 'return 1 + 1') },
  {
    name: '1,000 sequential nested frames',
    task: warm('for (let i = 0; i < 1000; i++) await x.y({ i }); return 1'),
  },
  {
    name: 'kill of a busy runner',
    task: async () => {
      const runner = await start(unwrapped);
      return timed(() => runner.kill());
    },
  },
].map((scenario) => ({ ...scenario, baselineName: 'node -e 0', baseline: nodeStart }));

function nodeStart() {
  return new Promise((resolve) =>
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).on('exit', () => resolve()),
  );
}

/** Proportional memory of this process's runners, in MiB; root alone can read it of a hardened one. */
async function poolMemory() {
  const pooled = hostWith(2, unwrapped);
  await pooled.warm();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/stat`, 'latin1').includes(`(deno) S ${process.pid} `))
          return 0;
        const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
        return Number(pss?.[1] ?? 0) / 1024;
      } catch {
        return 0;
      }
    })
    .filter((size) => size > 0);
  await pooled.close();
  return sizes;
}

/** Runs per second of four clients in a closed loop, a fresh process each. */
async function throughput() {
  const seconds = 4;
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const client = async () => {
    for (; performance.now() < until; count += 1) await run(warmHost, 'return 1 + 1');
  };
  await Promise.all([client(), client(), client(), client()]);
  return count / seconds;
}

const results = [];
let lines = '';
try {
  for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
    process.stderr.write(`${scenario.name} …\n`);
    results.push(await compare({ ...scenario, runs }));
  }
  if (options.only === '') {
    await warmHost.warm();
    lines += `runs per second, four clients: ${(await throughput()).toFixed(0)}\n`;
    if (platform === 'linux') {
      await warmHost.close();
      const sizes = await poolMemory();
      const total = sizes.reduce((sum, size) => sum + size, 0);
      lines += `idle pool of two, PSS: ${total.toFixed(0)} MiB (${sizes.map((size) => size.toFixed(0)).join(' + ')})\n`;
    }
  }
} finally {
  await Promise.allSettled([warmHost.close(), coldHost.close()]);
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `Node ${process.version}, ${platform} ${arch}, ${cpus().length} cores; layers ${Object.keys(found).join(', ')}\n\n${table(results)}\n\n${lines}`,
);
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify({ node: process.version, results, lines }, undefined, 2)}\n`,
  );
