// Judges programs as a run does before its first call: for mutants.mjs and its test.
import { importRoom } from './bundle.mjs';
import { correctPrograms, mutantsOf } from './mutate.mjs';

const { createCatalogue, createArgumentCheck } = await importRoom('search-index');
const { readProgram, placeProgram } = await importRoom('program');
const { createProgramCheck } = await importRoom('core');

const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * @param {{ name: string, tools: object[] }[]} servers with their answers to `tools/list`
 * @param checker a `ProgramChecker`
 */
export function createJudge(servers, checker) {
  const catalogue = createCatalogue(
    servers.map(({ name, tools }) => ({
      name,
      tools: tools.map((tool) => ({ ...tool, rawName: tool.name })),
    })),
  );
  const view = {
    catalogue: () => catalogue,
    isVisible: () => true,
    observedOf: () => undefined,
    signatureOf: (tool) => catalogue.signatureOf(tool),
  };
  const check = createProgramCheck({ settings: { check: 'enforce' }, checker, view, logger });
  const { signal } = new AbortController();
  const sources = { tools: catalogue.tools, createArgumentCheck };

  /** What stops a program before its first call, what it is warned of, and how long the check took. */
  async function judge(code) {
    const reading = readProgram({ code, maxBytes: 262_144, bareServers: [] });
    if (!reading.ok) return { stop: `text: ${reading.error.message}`, warnings: [] };
    const uses = [];
    for (const { target, position } of reading.calls) {
      const tool =
        target.kind === 'id'
          ? catalogue.byId(target.id)
          : catalogue.resolve(target.server, target.tool).tool;
      if (tool === undefined) return { stop: 'no such tool', warnings: [] };
      uses.push({ tool, position });
    }
    const start = performance.now();
    const findings = await check(
      placeProgram(code, reading),
      { uses, hasDynamic: reading.dynamic.length > 0 },
      signal,
    );
    const milliseconds = performance.now() - start;
    const of = (wanted) => findings.filter(({ severity }) => severity === wanted).map(describe);
    return { stop: of('error')[0], warnings: of('warning'), milliseconds };
  }

  return {
    tools: catalogue.tools,
    judge,
    /** Judges correct programs; each with its code. */
    judgeCorrect: (count, seed) =>
      inTurn(correctPrograms(sources, count, seed), ({ code }) => judge(code)),
    /** Judges programs with one mistake each. */
    judgeMutants: (count, seed) =>
      inTurn(mutantsOf(sources, count, seed), ({ code }) => judge(code)),
  };
}

async function inTurn(programs, judge) {
  const judged = [];
  for (const program of programs) judged.push({ ...program, ...(await judge(program)) });
  return judged;
}

function describe({ mistake }) {
  if (mistake.kind !== 'arguments') return JSON.stringify({ ...mistake, known: undefined });
  return mistake.problems.map(({ path, text }) => `${path} ${text}`).join('; ');
}
