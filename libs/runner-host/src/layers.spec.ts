import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { hardeningSteps } from '@sluice/runner-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLayers } from './find-layers.js';
import { createOpenRunner } from './fixtures/open-runner.js';
import type { OpenRunner } from './fixtures/open-runner.js';
import { machineLayers } from './fixtures/run-program.js';
import type { RunnerLayers } from './runner-layers.js';

let open: OpenRunner;
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  open = await createOpenRunner();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  open.remove();
  listener.close();
});

const attacks = () => `{
  connect: async () => (await Deno.connect({ hostname: '127.0.0.1', port: ${(listener.address() as AddressInfo).port} })).close() ?? 'through',
  listen: () => Deno.listen({ port: 0 }).close() ?? 'through',
  read: () => Deno.readTextFileSync('/etc/passwd').length > 0 && 'through',
  list: () => [...Deno.readDirSync('/etc')].length > 0 && 'through',
  write: () => { const path = Deno.makeTempFileSync(); Deno.removeSync(path); return 'through' },
  folder: () => { const path = Deno.makeTempDirSync(); Deno.removeSync(path); return 'through' },
  run: () => new Deno.Command('/bin/true').outputSync().success && 'through',
  signal: () => Deno.kill(Deno.ppid, 'SIGCONT') ?? 'through',
  memory: () => new ArrayBuffer(1.5e9).byteLength > 0 && 'through',
}`;

const names = 'connect listen read list write folder run signal memory'.split(' ');
/** What went through of the attacks. */
async function through(layers: RunnerLayers) {
  const results = await open.attack(layers, attacks());
  return names.filter((name) => results[name] === 'through');
}

const { hardening } = machineLayers();
const { bubblewrap, limits } = findLayers({
  platform: process.platform,
  arch: process.arch,
  environment: process.env,
});

describe('a runner to which Deno allows everything', () => {
  it('gets through everywhere without layers: the attacks are real', async () => {
    expect(await through({})).toEqual(names);
    expect(connections).toBe(1);
  });

  it('gets nowhere once it has closed its own doors, or the step is reported missing', async () => {
    const libc = hardening?.libc ?? '/nonexistent/libc.so.6';
    const results = await open.attack({ hardening: { libc } }, attacks());
    if (hardening === undefined) return expect(results['hardened']).not.toContain('seccomp');
    expect(results['hardened']?.split(',')).toEqual(hardeningSteps);
    expect(names.filter((name) => results[name] === 'through')).toEqual([]);
  });

  it('cannot write a byte nor take more memory within the limits of the shell alone', async () => {
    const open = await through(limits ? { limits } : {});
    expect(open.includes('memory')).toBe(limits === undefined);
  });

  it('sees and reaches nothing of this machine inside bubblewrap, where that works', async () => {
    if (bubblewrap === undefined) return expect(machineLayers().bubblewrap).toBeUndefined();
    const before = connections;
    const results = await open
      .attack({ bubblewrap }, attacks())
      .catch((error: Error) => ({ refused: error.message }));
    // Where namespaces are not for ordinary users, it does not start at all, and is not used.
    if ('refused' in results) return expect(results['refused']).toMatch(/^it ended with/);
    const reached = ['connect', 'read', 'list', 'write', 'run'];
    expect(
      reached.filter((name) => (results as Record<string, string>)[name] === 'through'),
    ).toEqual([]);
    expect(connections).toBe(before);
  });

  it('is filtered in all of its threads, and can hardly be looked into', async () => {
    if (hardening === undefined) return expect(machineLayers().hardening).toBeUndefined();
    const runner = open.start({ hardening }, "console.log('ready'); setInterval(() => {}, 1000)");
    await new Promise<void>((resolve) => runner.read(() => resolve()));
    const status = readFileSync(`/proc/${runner.pid}/status`, 'utf8');
    const limitsText = readFileSync(`/proc/${runner.pid}/limits`, 'utf8');
    await runner.kill();
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(limitsText).toMatch(/^Max core file size\s+0\s+0\s/m);
    expect(limitsText).toMatch(/^Max file size\s+0\s+0\s/m);
    expect(limitsText).toMatch(/^Max open files\s+64\s+64\s/m);
    expect(limitsText).toMatch(/^Max cpu time\s+60\s+61\s/m);
    expect(limitsText).toMatch(new RegExp(`^Max data size\\s+${1200 * 1048576}\\s`, 'm'));
  });

  it.each([
    ['the shell', { limits }],
    ['itself', { hardening }],
  ])('is ended by the kernel when its CPU time is used up, set by %s', async (_, given) => {
    const layers = Object.fromEntries(Object.entries(given).filter(([, layer]) => layer));
    const runner = open.start(layers, 'for (;;) {}', 1);
    if (Object.keys(layers).length === 0) return runner.kill();
    expect((await runner.exited).signal).toMatch(/^SIG(?:XCPU|KILL)$/);
  });

  it('is ended by its leash when the host lets go of it', async () => {
    const runner = open.start(
      { leash: { shell: '/bin/sh' } },
      'console.log(Deno.pid); for (;;) {}',
    );
    const denoPid = await new Promise<number>((resolve) =>
      runner.read((chunk) => resolve(Number(Buffer.from(chunk).toString()))),
    );
    expect(denoPid).not.toBe(runner.pid);
    runner.letGo();
    expect((await runner.exited).exitCode).toBe(137);
    expect(() => process.kill(denoPid, 0)).toThrow('ESRCH');
  });
});
