import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestRunner, runnerUrl, runProgram } from './fixtures/run-program.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-lazy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a runner that ends itself as soon as somebody looks at one of the globals that Deno loads late. */
async function runTrapped(program: string) {
  const traps = `const { exit: endAtOnce } = Deno;
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'process', 'Buffer']) {
  const late = Object.getOwnPropertyDescriptor(globalThis, name);
  if (late.get === undefined) throw new Error(name + ' is not late any more');
  Object.defineProperty(globalThis, name, { configurable: true, get: () => endAtOnce(7) });
}
`;
  const path = join(folder, 'runner.mjs');
  writeFileSync(path, traps + readFileSync(runnerUrl, 'utf8'));
  const runner = createTestRunner({ runnerUrl: pathToFileURL(path), layers: {} });
  const run = await runProgram(runner, program);
  await runner.close();
  return run;
}

describe('what Deno loads late, which takes as long as the rest of a start', () => {
  it('is not loaded for a program that does not ask for it', async () => {
    expect((await runTrapped('return 1 + 1')).value).toBe(2);
  });

  it('is loaded for one that does', async () => {
    const { end } = await runTrapped('return typeof setTimeout');
    expect(end).toMatchObject({ code: 'RUN_EXITED' });
  });
});
