import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  commandServer,
  eventually,
  never,
  refusal,
  stdioServer,
  testRegistry,
} from './fixtures/harness.js';

/** Moves the clock in steps of a quarter second, with time for real processes to end in between. */
async function pass(
  clock: ReturnType<typeof fakeClock>,
  ms: number,
  settle: () => Promise<unknown>,
) {
  for (let passed = 0; passed < ms; passed += 250) {
    clock.advance(250);
    await settle();
  }
}

describe('createUpstreamRegistry(), a server that is down', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-retries-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const missing = () => commandServer('down', join(folder, 'no-such-command'));

  it('is tried with growing gaps, then rests', async () => {
    const clock = fakeClock();
    const { registry, logger, status } = testRegistry([missing()], { clock });
    await status('down');
    const settle = () => registry.settled('down', never);
    await pass(clock, 60_000, settle);
    expect(logger.lines.map(({ fields }) => fields['retryInMs'])).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000,
    ]);
    await pass(clock, 3_000, settle);
    expect(logger.lines.at(-1)?.fields['retryInMs']).toBe(60_000);
    for (let i = 0; i < 6; i += 1) {
      clock.advance(300_000);
      await settle();
    }
    const rested = registry.statuses()[0];
    expect(rested?.state).toBe('failed');
    expect(rested && 'retryAt' in rested).toBe(false);
    await registry.close();
    expect(clock.pending).toBe(0);
  });

  it('is tried at once by the first calls, then at most every five seconds', async () => {
    const clock = fakeClock();
    const { registry, call, logger } = testRegistry([missing()], { clock });
    const failures = () => logger.lines.length;
    for (let i = 0; i < 10; i += 1)
      expect(await refusal(call('down', 'x'))).toMatchObject({ code: 'UPSTREAM_START' });
    expect(failures()).toBe(3);
    clock.advance(3_000);
    await refusal(call('down', 'x'));
    expect(failures()).toBe(3);
    clock.advance(900);
    await refusal(call('down', 'x'));
    expect(failures()).toBe(3);
    clock.advance(1_100);
    await refusal(call('down', 'x'));
    expect(failures()).toBe(4);
    await registry.close();
  });

  it('is tried at once where that is asked for, but no oftener than by calls', async () => {
    const clock = fakeClock();
    const { registry, logger } = testRegistry([missing()], { clock });
    for (let i = 0; i < 5; i += 1)
      expect(await registry.settled('down', never, { retry: true })).toMatchObject({
        state: 'failed',
      });
    expect(logger.lines).toHaveLength(3);
    await registry.settled('down', never);
    expect(logger.lines).toHaveLength(3);
    await registry.close();
  });

  it('is used again as soon as it works, without a restart of ours', async () => {
    const clock = fakeClock();
    const counted = join(folder, 'starts');
    const server = stdioServer('late', [`count-starts=${counted}`]);
    if (server.transport.kind !== 'stdio') throw new Error('not stdio');
    // The working directory is what is missing at first.
    const cwd = join(folder, 'later');
    const transport = { ...server.transport, cwd };
    const { registry, status, call } = testRegistry([{ ...server, transport }], { clock });
    expect((await status('late')).error).toEqual({
      code: 'UPSTREAM_START',
      message: `Cannot start upstream "late": the working directory "${cwd}" does not exist`,
      hint: 'Create it, or correct cwd.',
    });
    mkdirSync(cwd);
    clock.advance(1_000);
    await status('late');
    expect(await status('late')).toMatchObject({ state: 'ready', toolsFrom: 'live' });
    expect((await call('late', 'echo', { a: 1 })).value).toEqual({ a: 1 });
    await registry.close();
  });

  it('does not count as healthy when it dies right after each start', async () => {
    const clock = fakeClock();
    const counted = join(folder, 'starts');
    const server = stdioServer('loop', ['crash-after-start=150', `count-starts=${counted}`]);
    const { registry, status, logger } = testRegistry([server], { clock });
    await status('loop');
    await eventually(() => registry.statuses()[0]?.state === 'failed');
    expect(registry.statuses()[0]).toMatchObject({
      toolsFrom: 'live',
      error: {
        code: 'UPSTREAM_CLOSED',
        message: 'Upstream "loop" went away: it exited with code 7',
      },
    });
    clock.advance(1_000);
    await eventually(() => logger.lines.length === 2);
    expect(logger.lines.map(({ fields }) => fields['retryInMs'])).toEqual([1_000, 2_000]);
    expect(readFileSync(counted, 'utf8').trim().split('\n')).toHaveLength(2);
    await registry.close();
  });
});

describe('createUpstreamRegistry(), those who watch', () => {
  it('are told of every change, also beside one that throws', async () => {
    const { registry, status, logger } = testRegistry([stdioServer('fix')]);
    const states: string[] = [];
    registry.subscribe(() => {
      throw new Error('listener');
    });
    const stop = registry.subscribe(() => states.push(registry.statuses()[0]?.state ?? ''));
    await status('fix');
    expect(states[0]).toBe('connecting');
    expect(states.at(-1)).toBe('ready');
    expect(logger.lines[0]).toMatchObject({
      level: 'error',
      message: 'A listener for upstream changes threw',
    });
    stop();
    const seen = states.length;
    await registry.close();
    expect(states).toHaveLength(seen);
  });

  it('can give up waiting', async () => {
    const { registry } = testRegistry([stdioServer('slow', ['hang-at-start'])]);
    const gone = new AbortController();
    const waiting = registry.settled('slow', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await registry.close();
  });
});
