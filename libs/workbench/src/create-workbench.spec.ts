import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { JobContext, ProgramReading, Workbench } from '@sluice/contracts';
import { fakeClock, memoryLogger, workbenchContract } from '@sluice/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkbench } from './create-workbench.js';
import { behave } from './fixtures/jobs.js';
import type { Behaviour } from './fixtures/jobs.js';

const workerUrl = new URL('../out-tsc/fixture-worker.mjs', import.meta.url);
const opened: Workbench[] = [];

function open(options: { url?: URL; maxThreads?: number } = {}) {
  const clock = fakeClock();
  const logger = memoryLogger();
  const workbench = createWorkbench({
    jobs: behave(5000),
    workerUrl: options.url ?? workerUrl,
    clock,
    logger,
    maxThreads: options.maxThreads,
  });
  opened.push(workbench);
  const ask = async (code: Behaviour, context: Partial<JobContext> = {}): Promise<string> => {
    const { signal } = new AbortController();
    const text = { code, maxBytes: 100, bareServers: [] };
    return textOf(await workbench.run('readProgram', text, { owner: 's1', signal, ...context }));
  };
  return { workbench, clock, logger, ask };
}

function textOf(reading: ProgramReading): string {
  return reading.ok ? reading.text : reading.error.message;
}

afterEach(async () => {
  for (const workbench of opened.splice(0)) await workbench.close();
});

workbenchContract('createWorkbench()', (jobs) =>
  // The contract's jobs are answered by the fixture's worker: they are small.
  createWorkbench({ jobs, workerUrl, clock: fakeClock(), logger: memoryLogger() }),
);

describe('createWorkbench()', () => {
  it('does a small job in place, and starts no thread for it', async () => {
    const { ask } = open({ url: pathToFileURL('/nowhere/worker.mjs') });
    expect(await ask('small')).toBe('in place');
  });

  it('does a large job on a thread, without the environment of the process', async () => {
    const { ask } = open();
    expect(await ask('answer')).toBe('answer');
    expect(await ask('environment')).toBe('{}');
  });

  it.each(['throw', 'overflow', 'fill heap', 'exit'] as const)(
    'fails only the job that does this to its thread: %s',
    async (behaviour) => {
      const { ask, logger } = open();
      const other = ask('nap', { owner: 's2' });
      await expect(ask(behaviour)).rejects.toMatchObject({
        code: 'WORK_FAILED',
        message: 'Cannot finish the job "readProgram": it failed',
      });
      expect(await other).toBe('rested');
      expect(await ask('answer')).toBe('answer');
      expect(logger.lines).toHaveLength(1);
      expect(JSON.stringify(logger.lines)).not.toContain('poison');
    },
  );

  it('ends a job whose time is up, and does the next on a new thread', async () => {
    const { ask, clock, logger } = open();
    const endless = ask('spin');
    clock.advance(4999);
    expect(await ask('answer')).toBe('answer');
    clock.advance(1);
    await expect(endless).rejects.toMatchObject({
      code: 'WORK_TIMEOUT',
      message: 'Cannot finish the job "readProgram": it took longer than 5000 ms',
    });
    expect(logger.lines).toEqual([]);
  });

  it('ends a job that is cancelled, running or waiting', async () => {
    const { ask } = open({ maxThreads: 1 });
    const running = new AbortController();
    const waiting = new AbortController();
    const first = ask('spin', { signal: running.signal });
    const second = ask('answer', { signal: waiting.signal });
    const third = ask('answer');
    const cancelled = { code: 'WORK_CANCELLED', message: 'The job "readProgram" was cancelled' };
    waiting.abort();
    await expect(second).rejects.toMatchObject(cancelled);
    running.abort();
    await expect(first).rejects.toMatchObject(cancelled);
    expect(await third).toBe('answer');
    await expect(ask('small', { signal: AbortSignal.abort() })).rejects.toMatchObject(cancelled);
  });

  it('keeps threads for other sessions when one has many long jobs', async () => {
    const { ask, clock } = open();
    const endless = Array.from({ length: 4 }, () => ask('spin').catch((error: unknown) => error));
    expect(await ask('answer', { owner: 's2' })).toBe('answer');
    // The deadlines of two jobs, and the rest of the thread that s2 used; one of the second two takes that thread.
    for (const pending of [3, 2]) {
      await vi.waitFor(() => expect(clock.pending).toBe(pending), { timeout: 10_000 });
      expect(await ask('answer', { owner: 's2' })).toBe('answer');
      clock.advance(5000);
    }
    for (const end of await Promise.all(endless))
      expect(end).toMatchObject({ code: 'WORK_TIMEOUT' });
  });

  it('refuses what is too much, with the number that waits', async () => {
    const { ask, workbench } = open({ maxThreads: 1 });
    const all = Array.from({ length: 65 }, () => ask('spin').catch((error: unknown) => error));
    await expect(ask('answer')).rejects.toMatchObject({
      code: 'WORK_REFUSED',
      message: 'Cannot start the job "readProgram": 64 others are waiting',
      hint: 'Try again in a few seconds.',
    });
    expect(await ask('small')).toBe('in place');
    await workbench.close();
    for (const end of await Promise.all(all))
      expect(end).toMatchObject({
        code: 'WORK_CANCELLED',
        message: 'The job "readProgram" was cancelled: the workbench is closed',
      });
  });

  it('says that there is no thread where none can be started', async () => {
    const { ask, workbench } = open({ url: pathToFileURL('/nowhere/worker.mjs') });
    await workbench.warm();
    await expect(ask('answer')).rejects.toMatchObject({
      code: 'WORK_REFUSED',
      message: 'Cannot start the job "readProgram": there is no thread',
      hint: 'The machine may be out of memory or threads; try again later.',
    });
  });

  it('uses one thread again and again, keeps one that idles and lets the others go', async () => {
    const { ask, clock } = open();
    await Promise.all(['s1', 's2', 's3'].map((owner) => ask('nap', { owner })));
    expect(clock.pending).toBe(3);
    clock.advance(30_000);
    expect(clock.pending).toBe(1);
    clock.advance(90_000);
    expect(clock.pending).toBe(1);
    expect(await ask('answer')).toBe('answer');
    expect(clock.pending).toBe(1);
  });

  it('does not keep a thread whose heap a job has made large', async () => {
    const { ask, clock } = open();
    expect(await ask('grow heap')).toBe('grown');
    expect(clock.pending).toBe(0);
  });

  it('keeps no process alive that forgets to close it', async () => {
    const file = fileURLToPath(new URL('../out-tsc/forgetful-process.mjs', import.meta.url));
    expect((await promisify(execFile)(process.execPath, [file])).stdout).toBe('answer');
  });

  it('has a thread ready after warm(), and no second after another', async () => {
    const { ask, workbench, clock } = open();
    await Promise.all([workbench.warm(), workbench.warm()]);
    expect(clock.pending).toBe(1);
    expect(await ask('answer')).toBe('answer');
    expect(clock.pending).toBe(1);
  });
});
