import type { ServerDefinition } from '@sluice/contracts';
import { fakeClock, fakeUpstreams } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { serverChecks } from './check-servers.js';

const definition = (name: string, connectTimeoutMs: number): ServerDefinition => ({
  name,
  file: '/c.json',
  enabled: true,
  transport: { kind: 'stdio', command: 'x', args: [], env: {}, inheritEnv: [] },
  written: '',
  shown: '',
  connectTimeoutMs,
  concurrency: 1,
  trusted: false,
});

describe('serverChecks()', () => {
  it('waits half a minute at most, and says whose own limit is longer', async () => {
    const clock = fakeClock();
    const upstreams = fakeUpstreams({ quick: { one: () => 1 }, patient: {}, late: {} });
    for (const name of ['patient', 'late']) upstreams.setStatus(name, { state: 'connecting' });
    const servers = [
      definition('quick', 30_000),
      definition('patient', 60_000),
      definition('late', 30_000),
    ];
    const checking = serverChecks(
      { upstreams, settings: { servers } },
      clock,
      new AbortController().signal,
    );
    await clock.advanceAsync(31_000);
    const next = 'Start it by hand to see what it waits for.';
    expect(await checking).toEqual([
      {
        id: 'server',
        subject: 'quick',
        status: 'ok',
        detail: 'ready after 0.0 s, 1 tool',
        elapsedMs: 0,
      },
      {
        id: 'server',
        subject: 'patient',
        status: 'warning',
        detail: 'it is not connected after 31.0 s; its own limit is 60 s',
        next,
        elapsedMs: 31_000,
      },
      {
        id: 'server',
        subject: 'late',
        status: 'problem',
        detail: 'it is not connected after 31.0 s; its own limit is 30 s',
        next,
        elapsedMs: 31_000,
      },
    ]);
    expect(clock.pending).toBe(0);
  });
});
