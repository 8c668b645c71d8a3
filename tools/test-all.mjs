// npm test: formatting, lint with the walls, types, all tests, builds. Arguments are handed on to
// `nx run-many` (CI: --skip-nx-cache). Ends with Vitest's totals over all projects and the line
// "N passed, N failed"; a check that is no test and fails counts as one failed.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sumResults } from './sum-results.mjs';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));
const formatting = await run('prettier/bin/prettier.cjs', ['--check', '.']);
const targets = ['typecheck', 'lint', 'test', 'build'];
const checks = await run('nx/dist/bin/nx.js', [
  'run-many',
  '-t',
  ...targets,
  '--output-style=static',
  ...process.argv.slice(2),
]);

const totals = sumResults(checks.output, {
  formattingFailed: formatting.exitCode !== 0,
  checksFailed: checks.exitCode !== 0,
});
process.stdout.write(`\n${totals.text}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Runs a tool of the workspace with its output shown and kept. */
function run(script, args) {
  const child = spawn(process.execPath, [join(workspace, 'node_modules', script), ...args], {
    cwd: workspace,
    env: { ...process.env, NX_TUI: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
