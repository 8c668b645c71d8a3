// npm run bench:runner: see README.md beside this file.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { bundleRunner } from '../bundle-runner.mjs';
import { clock, compare, table, timed } from './measure.mjs';

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
await coldHost.inspect();
/** The layers that a gateway uses here. */
const inspection = await warmHost.inspect();
const found = Object.fromEntries(
  Object.entries(host.findLayers({ platform, arch, environment })).filter(([name]) =>
    inspection.layers.includes(name),
  ),
);
const { bubblewrap, ...unwrapped } = found;
const warm = (program) => async () => {
  await warmHost.warm();
  return timed(() => run(warmHost, program));
};
const scenarios = [
  // What the baseline has from the environment of the bench: certificates to load, say.
  { name: 'node -e 0 without an environment', task: () => nodeStart({}) },
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
].map((scenario) => ({ ...scenario, baselineName: 'node -e 0', baseline: () => nodeStart() }));

function nodeStart(env = process.env) {
  return new Promise((resolve) =>
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env }).on('exit', () => resolve()),
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

/** What a text of so many bytes costs without a pipe: stringify, encode, decode, parse. */
function codecTime(text) {
  const start = performance.now();
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 1, ok: true, value: text }));
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return performance.now() - start;
}

/** Ids of this process's runners, the newest last. */
function runnerIds() {
  const isOurs = (pid) => {
    for (let id = pid, depth = 0; depth < 5; depth += 1) {
      id = Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))?.[1] ?? 0);
      if (id === process.pid) return true;
      if (id <= 1) return false;
    }
    return false;
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, 'latin1') === 'deno\n' && isOurs(pid);
      } catch {
        return false;
      }
    });
}

/** Most memory that a process ever had, in bytes; 0 where that cannot be read. */
function peakOf(pid) {
  try {
    return (
      1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    );
  } catch {
    return 0;
  }
}

/**
 * One large text through the pipe, timed in the host from the call before it to the call after it;
 * and the most memory that its runner and this process had, beyond what they had before, by byte of text.
 */
async function largeText(bytes, direction) {
  const text = 'x'.repeat(bytes);
  const marks = [];
  const peaks = [];
  const residents = [];
  const look = setInterval(() => residents.push(process.memoryUsage.rss()), 5);
  const before = process.memoryUsage.rss();
  const program =
    direction === 'in'
      ? `await x.y({}); const text = await x.y({ want: true }); await x.y({}); return text.length`
      : `const text = 'x'.repeat(${bytes}); await x.y({}); await x.y({}); await x.y({ text }); return 1`;
  const call = async ({ args }) => {
    marks.push(performance.now());
    residents.push(process.memoryUsage.rss());
    peaks.push(peakOf(runnerIds().at(-1)));
    return { ok: true, value: args.want ? text : 1 };
  };
  const roomy = { ...limits, maxValueBytes: 2 * bytes, memoryMb: 2000, heapMb: 1024 };
  const request = { program, data: null, servers, limits: roomy };
  const end = await coldHost.run(request, { ...programHost, call }, new AbortController().signal);
  clearInterval(look);
  if (end.kind !== 'value') throw new Error(JSON.stringify(end));
  const [, start, stop] = marks;
  return {
    elapsedMs: stop - start,
    runner: (peaks[2] - peaks[0]) / bytes,
    host: (Math.max(...residents) - before) / bytes,
  };
}

/** Medians of a few texts of a size, each way, against the codec's own time in the same run. */
async function largeTexts(bytes, count) {
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const text = 'x'.repeat(bytes);
  const samples = { codec: [], in: [], out: [] };
  for (let round = 0; round < count; round += 1) {
    samples.codec.push(codecTime(text));
    for (const direction of ['in', 'out'])
      samples[direction].push(await largeText(bytes, direction));
  }
  const codecMs = median(samples.codec);
  return ['in', 'out'].map((direction) => {
    const of = (key) => median(samples[direction].map((sample) => sample[key]));
    return `${bytes / 1e6} MB ${direction === 'in' ? 'to' : 'from'} the runner: ${of('elapsedMs').toFixed(0)} ms, codec alone ${codecMs.toFixed(0)} ms, ratio ${(of('elapsedMs') / codecMs).toFixed(2)}; peak by byte: runner ${of('runner').toFixed(1)}, host ${of('host').toFixed(1)}\n`;
  });
}

const results = [];
let lines = '';
try {
  for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
    process.stderr.write(`${scenario.name} …\n`);
    results.push(await compare({ ...scenario, runs }));
  }
  if (['', 'large'].includes(options.only)) {
    lines += (await largeTexts(1e7, 9)).join('') + (await largeTexts(1e8, 3)).join('');
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
