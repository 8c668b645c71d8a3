import { describe, expect, it } from 'vitest';
import { findLayers } from './find-layers.js';
import type { FindLayersInput } from './find-layers.js';
import { protectionsOf } from './protections.js';
import type { RunnerLayers } from './runner-layers.js';

const maps = `7f00-7f01 r--p 00000000 fe:00 339380                     /usr/lib/x86_64-linux-gnu/libcrypto.so.3
7fb6-7fb7 r--p 00000000 fe:00 339380                     /usr/lib/x86_64-linux-gnu/libc.so.6
`;

function find(input: Partial<FindLayersInput>, paths: readonly string[], mapped = '') {
  return findLayers({
    platform: 'linux',
    arch: 'x64',
    environment: { PATH: 'relative:/usr/bin:/opt/bin' },
    ...input,
    system: {
      exists: (path) => paths.includes(path),
      readText: () => (mapped === '' ? undefined : mapped),
    },
  });
}

const limits = { shell: '/bin/sh' };

describe('findLayers()', () => {
  it('takes the C library that this process has, and bubblewrap from PATH, on Linux', () => {
    const libc = '/usr/lib/x86_64-linux-gnu/libc.so.6';
    expect(find({}, ['/bin/sh', libc, '/opt/bin/bwrap', '/lib64'], maps)).toEqual({
      limits,
      hardening: { libc },
      bubblewrap: {
        path: '/opt/bin/bwrap',
        systemPaths: ['/usr/lib/x86_64-linux-gnu', '/lib64'],
      },
    });
  });

  it('looks where the C library usually is when the maps do not tell', () => {
    const libc = '/lib/aarch64-linux-gnu/libc.so.6';
    expect(find({ arch: 'arm64' }, [libc])).toEqual({ hardening: { libc } });
  });

  it('has none for an architecture without a filter, and takes nothing from a relative PATH', () => {
    const paths = ['/bin/sh', '/lib64/libc.so.6', 'relative/bwrap'];
    expect(find({ arch: 'riscv64' }, paths)).toEqual({ limits });
  });

  it('is limits, leash and sandbox-exec on macOS, and the job on Windows', () => {
    expect(find({ platform: 'darwin' }, ['/bin/sh', '/usr/bin/sandbox-exec'])).toEqual({
      limits,
      leash: limits,
      sandboxExec: { path: '/usr/bin/sandbox-exec' },
    });
    expect(find({ platform: 'darwin' }, ['/bin/sh'])).toEqual({ limits, leash: limits });
    expect(find({ platform: 'win32' }, [])).toEqual({ job: true });
    expect(find({ platform: 'freebsd' }, ['/bin/sh'])).toEqual({ limits });
  });
});

describe('protectionsOf()', () => {
  const given = (layers: RunnerLayers, platform: NodeJS.Platform) =>
    Object.fromEntries(protectionsOf(layers, platform).map(({ name, by }) => [name, by.join()]));

  it('names what each layer gives, by system', () => {
    const hardening = { libc: '/lib/libc.so.6' };
    expect(given({ hardening, limits }, 'linux')).toEqual({
      network: 'hardening',
      files: 'hardening',
      process: 'hardening',
      memory: 'hardening,limits',
      cpu: 'hardening,limits',
      orphan: 'hardening',
      namespaces: '',
    });
    expect(given({ limits }, 'linux')).toMatchObject({ network: '', memory: 'limits', orphan: '' });
    const macos = { limits, leash: limits, sandboxExec: { path: '/usr/bin/sandbox-exec' } };
    expect(given(macos, 'darwin')).toEqual({
      network: 'sandboxExec',
      files: 'sandboxExec',
      process: 'sandboxExec',
      memory: '',
      cpu: 'limits',
      orphan: 'leash',
      namespaces: '',
    });
    expect(given({ job: true }, 'win32')).toMatchObject({ orphan: 'job', memory: '', network: '' });
  });
});
