import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fakeRunner, valueEnd } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createTestRunner, testSandbox } from './fixtures/run-program.js';
import { systemClock } from './fixtures/system-clock.js';
import { trySandbox } from './try-sandbox.js';

const common = {
  sandbox: testSandbox,
  clock: systemClock,
  signal: new AbortController().signal,
};

describe('trySandbox()', () => {
  it('finds that a real runner refuses to reach out and is killed at its limits', async () => {
    const runner = createTestRunner();
    const trials = await trySandbox({ ...common, runner });
    await runner.close();
    expect(trials).toEqual([
      {
        name: 'reach',
        held: true,
        outcome: 'network, files and environment were refused',
        elapsedMs: expect.any(Number) as number,
      },
      {
        name: 'memory',
        held: true,
        outcome: 'RUN_MEMORY: The program ran out of memory (limit 256 MB)',
        elapsedMs: expect.any(Number) as number,
      },
      {
        name: 'time',
        held: true,
        outcome: 'RUN_TIMEOUT: The program was stopped after 500 ms, its time limit',
        elapsedMs: expect.any(Number) as number,
      },
    ]);
    expect(trials[2]?.elapsedMs).toBeGreaterThanOrEqual(500);
  });

  it('believes no runner that does what the programs want', async () => {
    const open = fakeRunner(async (_host, { data }) => {
      const { port, target } = data as { port?: number; target?: string };
      if (port === undefined || target === undefined) return valueEnd(null);
      await writeFile(target, 'x');
      await once(connect(port, '127.0.0.1').resume(), 'close');
      return valueEnd(['a file']);
    });
    expect(await trySandbox({ ...common, runner: open })).toMatchObject([
      {
        held: false,
        outcome: 'a program got through to a file, the network, writing a file',
      },
      { name: 'memory', held: false, outcome: 'it ran to its end' },
      { name: 'time', held: false, outcome: 'it ran to its end' },
    ]);
  });

  it('says why nothing runs where no runner starts', async () => {
    const runner = createTestRunner({ sandbox: { ...testSandbox, deno: '/no/such/deno' } });
    const trials = await trySandbox({ ...common, runner });
    await runner.close();
    const outcome =
      'RUNNER_NOT_FOUND: Cannot start Deno: sandbox.deno is "/no/such/deno", which is no executable file';
    expect(trials.map(({ held, outcome }) => ({ held, outcome }))).toEqual(
      Array(3).fill({ held: false, outcome }),
    );
  });
});
