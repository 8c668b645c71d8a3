import { readSettings } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { compileRules } from './compile-rules.js';
import { createLiveSettings } from './live-settings.js';

function ruled(config: object) {
  const settings: Settings = readSettings({
    files: [{ path: '/c.json', text: JSON.stringify(config) }],
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (_, path) => path,
  });
  return { settings, rules: compileRules(settings) };
}

describe('createLiveSettings()', () => {
  it('shows what can change to whoever holds it, and keeps what only a start can change', () => {
    const first = ruled({
      mcpServers: { a: { command: 'x', concurrency: 2 } },
      sandbox: { timeoutSeconds: 10, pool: 1 },
      results: { inlineMaxBytes: 100, ttlSeconds: 60 },
    });
    const live = createLiveSettings(first);
    const { sandbox, results, catalogue } = live.settings;
    const { policy } = live;
    const basis = live.basis();
    const restart = live.replace(
      ruled({
        mcpServers: { b: { command: 'y', strip_tool_prefix: true } },
        sandbox: { timeoutSeconds: 20, pool: 0, deno: '/deno' },
        results: { inlineMaxBytes: 200, ttlSeconds: 70, mode: { b: 'always' } },
        catalogue: { inlineMaxBytes: 1 },
        consent: { timeoutSeconds: 9 },
        expose: ['direct'],
        policy: [{ match: 'mcp__b__*', action: 'deny' }],
        policyDefault: 'allow',
      }),
    );
    expect([sandbox.timeoutSeconds, sandbox.pool, sandbox.deno]).toEqual([20, 1, undefined]);
    expect([results.inlineMaxBytes, results.ttlSeconds, results.mode]).toEqual([
      200,
      60,
      { b: 'always' },
    ]);
    expect({ ...catalogue }).toEqual({ inlineMaxBytes: 1 });
    expect(live.settings.consent.timeoutSeconds).toBe(300);
    expect([policy.rules.length, policy.policyDefault]).toEqual([1, 'allow']);
    expect([live.concurrencyOf('a'), live.namingOf('b')]).toEqual([16, { stripPrefix: true }]);
    expect(live.settings.servers.map(({ name }) => name)).toEqual(['b']);
    expect(live.basis()).not.toBe(basis);
    expect(restart).toEqual([
      'sandbox.pool',
      'sandbox.deno',
      'results.ttlSeconds',
      'consent.timeoutSeconds',
      'expose',
    ]);
    expect(live.replace(first)).toEqual([]);
  });
});
