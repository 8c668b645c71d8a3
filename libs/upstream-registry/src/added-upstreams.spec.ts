import { describe, expect, it } from 'vitest';
import { never, refusal, stdioServer, testRegistry } from './fixtures/harness.js';

describe('createUpstreamRegistry(), servers that come and go', () => {
  it('starts an added server after all others and tells of it; a removed one is gone', async () => {
    const { registry, call } = testRegistry([stdioServer('first')]);
    let changes = 0;
    registry.subscribe(() => (changes += 1));
    registry.add(stdioServer('second'));
    expect(changes).toBeGreaterThan(0);
    expect(registry.statuses().map(({ name }) => name)).toEqual(['first', 'second']);
    const { state } = await registry.settled('second', never);
    expect(state).toBe('ready');
    const [tool] = registry.tools('second');
    expect(tool).toBeDefined();

    const before = changes;
    await registry.remove('second');
    await registry.remove('second');
    expect(changes).toBeGreaterThan(before);
    expect(registry.tools('second')).toEqual([]);
    expect(await refusal(call('second', tool?.rawName ?? ''))).toMatchObject({
      code: 'UPSTREAM_UNKNOWN',
      message: 'There is no upstream "second"',
      hint: 'Configured are "first".',
    });
    await registry.close();
  });

  it('refuses a name that is there, and adds nothing once it is closed', async () => {
    const { registry } = testRegistry([stdioServer('first')]);
    expect(() => registry.add(stdioServer('first'))).toThrow(
      'There is an upstream "first" already',
    );
    await registry.close();
    registry.add(stdioServer('late'));
    expect(registry.statuses().map(({ name }) => name)).toEqual(['first']);
  });
});
