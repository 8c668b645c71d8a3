import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryLogger } from '@sluice/contracts/testing';
import { jobs } from '@sluice/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from './create-gateway.js';
import type { Gateway } from './gateway.js';
import { nodeEnvironment } from './node-environment.js';

let folder: string;
let gateway: Gateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-busy-'));
  const configPath = join(folder, 'sluice.json');
  writeFileSync(configPath, '{ "mcpServers": {} }');
  gateway = await createGateway({
    environment: {
      ...nodeEnvironment(),
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder },
    },
    runnerUrl: new URL('../../runner/dist/runner.mjs', import.meta.url),
    workerUrl: new URL('../out-tsc/worker.mjs', import.meta.url),
    version: '1.2.3',
    configPath,
    logger: memoryLogger(),
    note: () => undefined,
  });
});
/** What takes two seconds takes twenty on a machine that is busy. */
const timeout = 90_000;

afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const newContext = () => ({
  session: gateway.openSession(),
  signal: new AbortController().signal,
});

/** The first text of what one session gets, and the longest that another waited for an answer meanwhile, in milliseconds. */
async function whileAnotherCalls(code: string): Promise<{ answer: string; worstMs: number }> {
  const other = newContext();
  let worstMs = 0;
  let isDone = false;
  const callAgainAndAgain = async () => {
    while (!isDone) {
      const started = performance.now();
      await sleep(1);
      await gateway.callTool('search_tools', { query: '' }, other);
      worstMs = Math.max(worstMs, performance.now() - started);
    }
  };
  const others = callAgainAndAgain();
  const answer = await gateway.callTool('run_code', { code }, newContext());
  // What the answer itself kept waiting counts too.
  await sleep(5);
  isDone = true;
  await others;
  return { answer: String(answer?.content[0]?.text), worstMs };
}

/** How long this machine takes for some work right now, in milliseconds. */
function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

describe('a gateway', () => {
  it('answers another session while it reads a hostile program', { timeout }, async () => {
    // The parser tries five readings of each line: 2.5 s for all of them, on a quiet machine.
    const code = 'a<b<c<d<e<f>(x);\n'.repeat(15_400);
    const alone = timeOf(() => jobs.readProgram.run({ code, maxBytes: 262_144, bareServers: [] }));
    const { answer, worstMs } = await whileAnotherCalls(code);
    expect(answer).toMatch(/^ReferenceError \(RUN_THREW\): |^PROGRAM_TOO_COMPLEX: /);
    expect(worstMs).toBeLessThan(alone / 2);
  });

  it(
    'answers another session while it looks at a value with 900,000 keys',
    { timeout },
    async () => {
      const text = JSON.stringify(
        Object.fromEntries(Array.from({ length: 900_000 }, (_, n) => [`key${n}`, n])),
      );
      const size = { sizeBytes: text.length, isWhole: true, previewMaxBytes: 4096 };
      const alone = timeOf(() => jobs.lookAtValue.run({ json: text, ...size }));
      const { answer, worstMs } = await whileAnotherCalls(
        'const value = {}; for (let n = 0; n < 900_000; n += 1) value[`key${n}`] = n; return value',
      );
      expect(answer).toMatch(
        /^res_.*\nshape: (?:\{ key0: number, key1: number, |JSON, not described)/,
      );
      expect(worstMs).toBeLessThan(alone / 2);
    },
  );
});
