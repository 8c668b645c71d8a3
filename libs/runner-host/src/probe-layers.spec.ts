import { describe, expect, it } from 'vitest';
import { createTestRunner } from './fixtures/run-program.js';
import { createLiarFolder } from './fixtures/liar.js';
import { systemClock } from './fixtures/system-clock.js';
import { probeLayers } from './probe-layers.js';
import type { ProbeLayersOptions } from './probe-layers.js';
import { layerNames } from './runner-layers.js';
import type { RunnerLayers } from './runner-layers.js';
import { runStops } from './run-stops.js';
import { startRunner } from './start-runner.js';

/** A runner that answers the probe with what the test says; no layer is real. */
function liarThat(walls: string) {
  const liars = createLiarFolder();
  const url = liars.write(`await start(); send(10, JSON.stringify({ id: 1, walls: ${walls} }))`);
  return { url, liars };
}

describe('probeLayers()', () => {
  const all: RunnerLayers = {
    limits: { shell: '/bin/sh' },
    hardening: { libc: '/lib/libc.so.6' },
    bubblewrap: { path: '/usr/bin/bwrap', systemPaths: [] },
  };

  async function probe(options: Partial<ProbeLayersOptions>) {
    return probeLayers({
      candidates: all,
      memoryMb: 512,
      platform: 'linux',
      clock: systemClock,
      attack: async () => undefined,
      start: async () => ({ ok: false, stop: runStops.notHardened(['seccomp']) }),
      ...options,
    });
  }

  it('tells why none holds when a runner does not start without layers either', async () => {
    const tried: string[] = [];
    const probed = await probe({
      start: async (layers) => {
        tried.push(layerNames.filter((name) => layers[name]).join('+'));
        return { ok: false, stop: runStops.notHardened(['seccomp']) };
      },
    });
    expect(probed).toEqual({ ok: false, stop: runStops.notHardened(['seccomp']) });
    expect(tried).toEqual(['bubblewrap+hardening', '']);
  });

  it('gives up the fewest layers, bubblewrap first, and takes the limits of a shell where a runner cannot set its own', async () => {
    const { url, liars } = liarThat(
      '[{ name: "read", held: true }, { name: "memory", held: true }]',
    );
    const tried: string[] = [];
    const denoPath = (await denoOf()) ?? '';
    const probed = await probe({
      start: async (layers) => {
        tried.push(layerNames.filter((name) => layers[name]).join('+'));
        if (layers.hardening) return { ok: false, stop: runStops.notHardened(['seccomp']) };
        return liar(denoPath, url);
      },
      attack: async () => 'it let through: network',
    });
    liars.remove();
    expect(tried).toEqual(['bubblewrap+hardening', '', 'hardening', 'bubblewrap+limits', 'limits']);
    if (!probed.ok) throw new Error(probed.stop.message);
    expect(Object.keys(probed.sandbox.layers)).toEqual(['limits']);
    expect(probed.sandbox.walls).toEqual(['read']);
    expect(probed.sandbox.problems).toEqual([
      'bubblewrap + hardening: Cannot use a runner: it could not close its own doors (seccomp)',
      'hardening: Cannot use a runner: it could not close its own doors (seccomp)',
      'bubblewrap + limits: Cannot trust the wrapper around a runner: it let through: network',
    ]);
  });

  it('does not trust a runner whose attack went through', async () => {
    const { url, liars } = liarThat('[{ name: "net", held: false }, { name: "eval", held: true }]');
    const denoPath = (await denoOf()) ?? '';
    const probed = await probe({
      candidates: {},
      start: () => liar(denoPath, url),
    });
    liars.remove();
    expect(probed).toEqual({
      ok: false,
      stop: {
        kind: 'stopped',
        code: 'RUNNER_START',
        message: 'Cannot trust the sandbox: a runner got through to net',
        hint: 'Use Deno 2.9, or remove sandbox.deno to use the npm package "deno".',
      },
    });
  });
});

async function denoOf(): Promise<string | undefined> {
  const runner = createTestRunner({ layers: {} });
  const found = await runner.inspect();
  await runner.close();
  return found.ok ? found.denoPath : undefined;
}

function liar(denoPath: string, url: URL) {
  const command = {
    command: denoPath,
    args: ['run', '--quiet', '--no-config', url.href],
    env: { DENO_DIR: '/dev/null/deno' },
    cwd: '/',
  };
  return startRunner({ command, clock: systemClock, platform: process.platform, layers: {} });
}
