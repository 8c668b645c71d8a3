import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { attackWrapper } from './attack-wrapper.js';
import { findDeno } from './find-deno.js';
import { findLayers } from './find-layers.js';
import { runnerUrl } from './fixtures/run-program.js';
import type { RunnerLayers } from './runner-layers.js';

const { platform, arch, env } = process;
const found = findDeno({ setting: undefined, environment: {}, platform, arch });
const input = (layers: RunnerLayers) => ({
  denoPath: found.ok ? found.path : '',
  runnerUrl,
  heapMb: 256,
  cpuSeconds: 60,
  dataMb: 1200,
  hostPid: process.pid,
  platform,
  layers,
});
/** Process ids of every bubblewrap that attacks, whoever its parent is. */
function bubblewraps(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /bwrap.*sluice-probe/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  });
}

const never = new AbortController().signal;

describe('attackWrapper()', () => {
  it('gets through where there is no wrapper: the attacks are real', async () => {
    expect(await attackWrapper(input({}), never)).toMatch(/^it let through: list, .*network$/);
  });

  it('says why a wrapper does not start', async () => {
    const bubblewrap = { path: '/nonexistent/bwrap', systemPaths: [] };
    expect(await attackWrapper(input({ bubblewrap }), never)).toMatch(/nonexistent|ENOENT/);
  });

  it('leaves nothing when it is cancelled at any moment', async () => {
    const { bubblewrap } = findLayers({ platform, arch, environment: env });
    const layers = bubblewrap ? { bubblewrap } : {};
    const before = bubblewraps();
    for (let delayMs = 0; delayMs < 12; delayMs += 1) {
      const cancel = new AbortController();
      const attack = attackWrapper(input(layers), cancel.signal);
      await wait(delayMs);
      cancel.abort();
      await attack;
    }
    // One that was left would belong to nobody.
    expect(bubblewraps().filter((pid) => !before.includes(pid))).toEqual([]);
  });
});
