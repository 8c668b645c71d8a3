import { describe, expect, it } from 'vitest';
import { fakeErrorResult, fakeUpstreams } from './fake-upstreams.js';

const never = new AbortController().signal;
const call = (rawName: string, signal = never) =>
  ({ server: 'a', rawName, args: { n: 1 }, timeoutMs: 1000, signal }) as const;

describe('fakeUpstreams()', () => {
  it('calls a tool by its raw name, and keeps what it was asked', async () => {
    const upstreams = fakeUpstreams({
      a: {
        b: { rawName: 'raw_b', run: ({ n }) => ({ n: n ?? null }) },
        bad: () => fakeErrorResult('no'),
      },
    });
    expect(await upstreams.call(call('raw_b'))).toMatchObject({ isError: false, value: { n: 1 } });
    expect(await upstreams.call(call('bad'))).toMatchObject({ isError: true, value: 'no' });
    await expect(upstreams.call(call('b'))).rejects.toMatchObject({ code: 'UPSTREAM_PROTOCOL' });
    expect(upstreams.calls.map(({ rawName }) => rawName)).toEqual(['raw_b', 'bad']);
  });

  it('cancels a call with its signal', async () => {
    const upstreams = fakeUpstreams({ a: { hang: () => new Promise(() => undefined) } });
    const cancel = new AbortController();
    const hanging = upstreams.call(call('hang', cancel.signal));
    cancel.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('shows no tools of a server that connects, and settles when it is ready', async () => {
    const upstreams = fakeUpstreams({ a: { b: () => 1 } });
    let changes = 0;
    const unsubscribe = upstreams.subscribe(() => (changes += 1));
    upstreams.setStatus('a', { state: 'connecting', toolsFrom: 'none' });
    expect(upstreams.tools('a')).toEqual([]);
    const settled = upstreams.settled('a', never);
    upstreams.setStatus('a', { state: 'ready', toolsFrom: 'live' });
    expect(await settled).toMatchObject({ name: 'a', state: 'ready' });
    expect(upstreams.tools('a').map(({ name }) => name)).toEqual(['b']);
    unsubscribe();
    upstreams.setTools('a', {});
    expect(changes).toBe(2);
    await expect(upstreams.settled('a', AbortSignal.abort())).rejects.toThrow();
  });
});
