import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestRunner,
  livingRunners,
  machineLayers,
  runProgram,
  testSandbox,
} from './fixtures/run-program.js';
import type { RunProgramOptions } from './fixtures/run-program.js';
import { untilLiving } from './fixtures/until-living.js';

const runner = createTestRunner();
// Its layers are tried before, so that the only runner that lives is that of a run.
beforeAll(() => runner.inspect());
afterAll(() => runner.close());
afterEach(() => untilLiving(0));

const run = (program: string, options?: RunProgramOptions) => runProgram(runner, program, options);
describe('a cancelled run', () => {
  it('ends at once, whatever the program does', async () => {
    const cancel = new AbortController();
    const started = run('console.log("started"); for (;;) {}', { signal: cancel.signal });
    let living: readonly number[] = [];
    setTimeout(() => {
      living = livingRunners();
      cancel.abort();
    }, 150);
    expect((await started).end).toEqual({
      kind: 'stopped',
      code: 'RUN_CANCELLED',
      message: 'The run was cancelled',
    });
    expect(living).toHaveLength(1);
  });

  it('is answered when nothing of it is left', async () => {
    const cancel = new AbortController();
    const { end } = await run('await fake.echo({}); for (;;) {}', {
      signal: cancel.signal,
      call: async () => {
        setImmediate(() => cancel.abort());
        return { ok: true, value: null };
      },
    });
    expect([end.kind, livingRunners()]).toEqual(['stopped', []]);
  });

  it('does not start when its signal was aborted before, nor after close()', async () => {
    const { end } = await run('return 1', { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ code: 'RUN_CANCELLED' });
    const closed = createTestRunner();
    const running = runProgram(closed, 'await new Promise(() => {})');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await closed.close();
    expect((await running).end).toMatchObject({ code: 'RUN_CANCELLED' });
    expect((await runProgram(closed, 'return 1')).end).toMatchObject({ code: 'RUN_CANCELLED' });
  });

  it('sends no call afterwards', async () => {
    const cancel = new AbortController();
    let callsAtCancel = -1;
    const { calls } = await run('for (let n = 0; ; n++) await fake.echo({ n })', {
      signal: cancel.signal,
      async call({ args }) {
        if ((args as { n: number }).n === 50) {
          cancel.abort();
          callsAtCancel = 51;
        }
        return { ok: true, value: null };
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toHaveLength(callsAtCancel);
  });
});

const walls = 'read write net env sys run ffi import npm node eval window'.split(' ');

describe('createDenoRunner().inspect()', () => {
  it('tries every wall and tells what holds', async () => {
    expect(await runner.inspect()).toEqual({
      ok: true,
      denoPath: expect.stringMatching(/@deno.*deno/),
      denoVersion: '2.9.6',
      denoFrom: 'package',
      layers: [
        ...walls.map((name) => `deny-${name}`),
        ...['hardening', 'limits'].filter((name) => name in machineLayers()),
      ],
      protections: expect.arrayContaining([{ name: 'namespaces', by: [] }]),
      problems: [],
    });
  });

  it('finds nothing around Deno where nothing is, and says what is missing', async () => {
    const bare = createTestRunner({ layers: {} });
    const inspection = await bare.inspect();
    await bare.close();
    if (!inspection.ok) throw new Error(inspection.message);
    expect(inspection.protections.map(({ by }) => by)).toEqual(Array(7).fill([]));
  });
});

describe('sandbox.require', () => {
  it('refuses every run and the inspection where a protection is missing, and names it', async () => {
    const demanding = createTestRunner({
      sandbox: { ...testSandbox, require: ['memory', 'namespaces', 'orphan'] },
      layers: {},
    });
    const refusal = {
      code: 'RUNNER_START',
      message:
        'Cannot run programs: sandbox.require demands memory, orphan, namespaces, which this machine does not give',
      hint: 'Run sluice doctor to see why, or remove it from sandbox.require.',
    };
    expect((await runProgram(demanding, 'return 1')).end).toEqual({ kind: 'stopped', ...refusal });
    expect(await demanding.inspect()).toEqual({ ok: false, ...refusal });
    await demanding.close();
  });

  it('runs where the protections are given', async () => {
    const demanding = createTestRunner({
      sandbox: { ...testSandbox, require: ['network', 'memory', 'orphan'] },
      layers: machineLayers(),
    });
    const isGiven = machineLayers().hardening !== undefined;
    expect((await runProgram(demanding, 'return 1')).end).toMatchObject(
      isGiven ? { kind: 'value' } : { code: 'RUNNER_START' },
    );
    await demanding.close();
  });
});
