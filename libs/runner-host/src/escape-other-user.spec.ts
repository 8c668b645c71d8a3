import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChildHosts } from './fixtures/start-child-host.js';
import type { ChildHosts } from './fixtures/start-child-host.js';

let hosts: ChildHosts;
beforeAll(async () => {
  hosts = await createChildHosts();
});
afterAll(() => hosts.remove());

describe('hostile programs under an ordinary user', () => {
  it('are contained, every one', { timeout: 240_000 }, async () => {
    const { results, uid, inspection } = (await hosts.start('escapes', true).answer) as {
      readonly results: Readonly<Record<string, readonly string[]>>;
      readonly uid: number;
      readonly inspection: unknown;
    };
    expect(uid).not.toBe(0);
    expect(inspection).toMatchObject({ ok: true });
    expect(Object.keys(results).length).toBeGreaterThan(80);
    expect(Object.entries(results).filter(([, problems]) => problems.length > 0)).toEqual([]);
  });
});
