import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livingRunners, machineLayers } from './fixtures/run-program.js';
import { createChildHosts } from './fixtures/start-child-host.js';
import type { ChildHosts } from './fixtures/start-child-host.js';

let hosts: ChildHosts;
beforeAll(async () => {
  hosts = await createChildHosts();
});
afterAll(() => hosts.remove());

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Which of them live on after a while; returns early when none does. */
async function survivors(pids: readonly number[]): Promise<readonly number[]> {
  for (let turn = 0; turn < 150 && pids.some(isAlive); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return pids.filter(isAlive);
}

describe('a host that is killed', () => {
  it.each([
    ['as this user', false],
    ['as an ordinary user', true],
  ])('%s leaves no runner, busy or waiting', async (_, asOther) => {
    const host = hosts.start('busy', asOther);
    await host.answer;
    const pids = livingRunners(host.process.pid);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    host.process.kill('SIGKILL');
    host.answer.catch(() => undefined);
    const left = await survivors(pids);
    // Without a parent-death signal the waiting ones notice the closed pipe; a busy one has its CPU limit.
    const isPromised = machineLayers().hardening !== undefined;
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(left.length).toBeLessThanOrEqual(isPromised ? 0 : 1);
  });
});
