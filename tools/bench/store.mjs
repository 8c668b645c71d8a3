// node tools/bench/store.mjs: see README.md beside this file.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '2' },
  },
});
const fixture = '../../libs/store/src/fixtures/store-child.ts';
const folder = mkdtempSync(join(tmpdir(), 'sluice-store-soak-'));
try {
  const script = join(folder, 'store-child.mjs');
  const bundle = await rolldown({
    input: fileURLToPath(new URL(fixture, import.meta.url)),
    platform: 'node',
    external: ['vitest'],
    resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
  });
  await bundle.write({ file: script, format: 'esm', codeSplitting: false });
  await bundle.close();
  const results = join(folder, 'results');
  const ends = Array.from({ length: Number(options.processes) }, () =>
    run([script, 'random', results, options.seconds]),
  );
  for (const words of await Promise.all(ends)) {
    process.stdout.write(`${words}\n`);
    if (!words.startsWith('done ')) process.exitCode = 1;
  }
  process.stdout.write(`${readdirSync(results).length} files are left in the folder\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs one process to its end and gives its last words. */
function run(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (words += chunk));
  return new Promise((resolve) => child.once('close', () => resolve(words.trim())));
}
