// node tools/bench/files.mjs: see README.md beside this file.
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { bundleRunner } from '../bundle-runner.mjs';
import { clock, compare, table } from './measure.mjs';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const runs = Number(options.runs);
const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
const bundle = await rolldown({
  input: fileURLToPath(new URL('../../libs/runner-host/src/index.ts', import.meta.url)),
  platform: 'node',
  resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
});
await bundle.write({ file: join(folder, 'host.mjs'), format: 'esm' });
await bundle.close();
const { createDenoRunner, findDeno } = await import(pathToFileURL(join(folder, 'host.mjs')).href);

const { platform, arch } = process;
const deno = findDeno({
  setting: undefined,
  environment: process.env,
  platform,
  arch,
  resolveFrom: import.meta.url,
}).path;
const quiet = () => undefined;
const runnerUrl = pathToFileURL(await bundleRunner());
const windows = join(await mkdtemp(join(folder, 'windows-')));
const runnerWith = (reads) =>
  createDenoRunner({
    runnerUrl,
    windows: async () => windows,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    environment: process.env,
    clock,
    sandbox: {
      heapMb: 512,
      memoryMb: 1024,
      cpuSeconds: 600,
      maxOutputBytes: 1e12,
      maxErrorBytes: 1e8,
      maxFrames: 1e9,
      pool: 0,
      reads,
      require: [],
      deno,
    },
  });
const runners = { folder: runnerWith('folder'), host: runnerWith('host') };

/** Reads as the store does: opened, measured, read whole. */
async function readSaved(path) {
  const file = await open(path);
  const bytes = new Uint8Array((await file.stat()).size);
  for (let at = 0; at < bytes.length;) at += (await file.read(bytes, at, undefined, at)).bytesRead;
  await file.close();
  return bytes;
}

const programHost = {
  readFile: async (path) => ({ ok: true, bytes: await readSaved(path) }),
  saveFile: async () => ({ ok: true, path: '' }),
  log: quiet,
  logUnsent: quiet,
  progress: quiet,
};

/** The value of a program, in a runner of its own. */
async function run(reads, program) {
  const limits = {
    timeoutMs: 60_000,
    heapMb: 512,
    memoryMb: 1024,
    maxCalls: 1e6,
    maxParallelCalls: 32,
    maxValueBytes: 1e8,
    maxLogBytes: 1e6,
    maxFileBytes: 6e7,
  };
  const request = { program, data: null, servers: [], limits };
  const end = await runners[reads].run(request, programHost, new AbortController().signal);
  if (end.kind !== 'value') throw new Error(JSON.stringify(end));
  return JSON.parse(end.json);
}

const sizes = {
  '1 kB': 1e3,
  '64 kB': 64e3,
  '256 kB': 256e3,
  '1 MB': 1e6,
  '10 MB': 1e7,
  '50 MB': 5e7,
};
const results = [];
for (const [size, bytes] of Object.entries(sizes)) {
  const path = join(folder, 'saved');
  await writeFile(path, new Uint8Array(bytes).fill(65));
  for (const as of ['bytes', 'text']) {
    // The least of five reads, by the clock of the program that waits for them.
    const program = `let least = Infinity
      for (let i = 0; i < 5; i++) { const start = performance.now(); await readFile(${JSON.stringify(path)}, "${as}"); least = Math.min(least, performance.now() - start) }
      return least`;
    results.push(
      await compare({
        name: `${size} as ${as}, through the window`,
        baselineName: 'through the pipe',
        task: () => run('folder', program),
        baseline: () => run('host', program),
        runs,
        warmUp: 1,
      }),
    );
  }
}
results.push(
  await compare({
    name: 'a cold trivial run, with a window',
    baselineName: 'without',
    task: () => run('folder', 'return 1').then(quiet),
    baseline: () => run('host', 'return 1').then(quiet),
    runs: runs * 3,
  }),
);
process.stdout.write(`${table(results)}\n`);
await Promise.all(Object.values(runners).map((runner) => runner.close()));
await rm(folder, { recursive: true, force: true });
