// node tools/bench/mutants.mjs <folder>: see README.md beside this file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleChecker } from '../bundle-checker.mjs';
import { importRoom } from './bundle.mjs';
import { createJudge } from './judge-programs.mjs';
import { clock } from './measure.mjs';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '400' },
    correct: { type: 'string', default: '400' },
    seed: { type: 'string', default: '17' },
    show: { type: 'boolean', default: false },
  },
});
const [listsFolder] = positionals;
if (listsFolder === undefined) {
  process.stderr.write('usage: node tools/bench/mutants.mjs <folder of tools/list results>\n');
  process.exit(2);
}

const servers = readdirSync(listsFolder)
  .filter((name) => name.endsWith('.json'))
  .map((file) => ({
    name: file.slice(0, -'.json'.length),
    tools: JSON.parse(readFileSync(join(listsFolder, file), 'utf8')).tools,
  }))
  .filter(({ tools }) => Array.isArray(tools));

const { createProgramChecker } = await importRoom('program-check');
const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const checkerUrl = pathToFileURL(await bundleChecker());
const checker = createProgramChecker({ checkerUrl, clock, logger });
const residentBefore = process.memoryUsage().rss;
const startedAt = performance.now();
await checker.warm();
const startMs = performance.now() - startedAt;

const judge = createJudge(servers, checker);
const seed = Number(options.seed);
const correct = await judge.judgeCorrect(Number(options.correct), seed);
const mutants = await judge.judgeMutants(Number(options.mutants), seed + 1);
const resident = process.memoryUsage().rss - residentBefore;
await checker.close();

for (const { code, stop, warnings } of correct)
  if (stop !== undefined || warnings.length > 0)
    write(`FALSE ALARM ${stop ?? ''} ${warnings.join(' | ')}\n${indent(code)}`);
if (options.show)
  for (const { kind, code, stop, warnings } of mutants)
    if (stop === undefined) write(`NOT STOPPED ${kind} ${warnings.join(' | ')}\n${indent(code)}`);

const isStopped = ({ stop }) => stop !== undefined;
const isWarned = ({ stop, warnings }) => stop === undefined && warnings.length > 0;
for (const kind of new Set(mutants.map((mutant) => mutant.kind)))
  write(`${kind.padEnd(10)} ${countOf(mutants.filter((mutant) => mutant.kind === kind))}`);
const share = (100 * mutants.filter(isStopped).length) / mutants.length;
const times = correct.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
const at = (part) => times[Math.floor((times.length - 1) * part)].toFixed(1);
write(`mutants    ${countOf(mutants)}, ${share.toFixed(1)} %`);
write(
  `correct    ${correct.length} programs, ${correct.filter(isStopped).length} stopped, ${correct.filter(isWarned).length} warned of`,
);
write(
  `time       start ${startMs.toFixed(0)} ms, a program p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, with ${judge.tools.length} tools in the catalogue`,
);
write(`memory     ${(resident / 1e6).toFixed(0)} MB more, the catalogue among it`);

function countOf(judged) {
  return `${judged.filter(isStopped).length} of ${judged.length} stopped before the first call, ${judged.filter(isWarned).length} more warned of`;
}

function write(line) {
  process.stdout.write(`${line}\n`);
}

function indent(text) {
  return text.replace(/^/gm, '    ');
}
