import { describe, expect, it } from 'vitest';
import { denoCommand } from './deno-command.js';
import type { DenoCommand, DenoCommandInput } from './deno-command.js';

const input: DenoCommandInput = {
  denoPath: '/opt/deno',
  runnerUrl: new URL('file:///opt/sluice/a%20b,%C3%A9/runner.mjs'),
  heapMb: 256,
  cpuSeconds: 120,
  dataMb: 1056,
  hostPid: 4711,
  platform: 'linux',
  layers: {},
};

const env = {
  DENO_DIR: '/dev/null/deno',
  DENO_EMIT_CACHE_MODE: 'disable',
  DENO_CACHE_DB_MODE: 'in-memory',
  DENO_NO_UPDATE_CHECK: '1',
  DENO_NO_PACKAGE_JSON: '1',
  NO_COLOR: '1',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
};

const denoArgs = (ffi = '--deny-ffi', read = '--deny-read') => [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-config',
  '--no-lock',
  '--no-remote',
  '--no-npm',
  '--cached-only',
  '--no-check',
  '--no-code-cache',
  '--node-modules-dir=none',
  '--import-map=data:application/json,…',
  read,
  '--deny-write',
  '--deny-net',
  '--deny-env',
  '--deny-sys',
  '--deny-run',
  ffi,
  '--deny-import',
  '--v8-flags=--max-old-space-size=256,--disallow-code-generation-from-strings,--no-enable-lazy-source-positions',
  'file:///opt/sluice/a%20b,%C3%A9/runner.mjs',
];

/** The command with its import map, which has a test of its own, cut short. */
function shortened({ args, ...rest }: DenoCommand): DenoCommand {
  return {
    ...rest,
    args: args.map((arg) => arg.replace(/^(--import-map=data:application\/json),.*/, '$1,…')),
  };
}

const libc = '/lib/x86_64-linux-gnu/libc.so.6';
const limits = { shell: '/bin/sh' };
const ulimits =
  'ulimit -c 0 && ulimit -f 0 && ulimit -n 64 && ulimit -S -t 120 && ulimit -H -t 121';

describe('denoCommand()', () => {
  it('without layers is exactly this on Linux and macOS', () => {
    const command = denoCommand(input);
    expect(shortened(command)).toEqual({ command: '/opt/deno', args: denoArgs(), env, cwd: '/' });
    expect(denoCommand({ ...input, platform: 'darwin' })).toEqual(command);
  });

  it('with resource limits is exactly this', () => {
    const command = denoCommand({ ...input, layers: { limits } });
    expect(shortened(command)).toEqual({
      command: '/bin/sh',
      args: ['-c', `${ulimits} && ulimit -d 1081344 && exec "$0" "$@"`, '/opt/deno', ...denoArgs()],
      env,
      cwd: '/',
    });
  });

  it('with hardening allows FFI for the C library alone, and hands over the order to close it', () => {
    const command = denoCommand({ ...input, layers: { hardening: { libc } } });
    expect(shortened(command)).toEqual({
      command: '/opt/deno',
      args: [
        ...denoArgs(`--allow-ffi=${libc}`),
        `{"hardening":{"libc":"${libc}","parentPid":4711,"cpuSeconds":120,"dataMb":1056}}`,
      ],
      env,
      cwd: '/',
    });
  });

  it('with bubblewrap and all the others is exactly this', () => {
    const bubblewrap = { path: '/usr/bin/bwrap', systemPaths: ['/lib/x86_64-linux-gnu', '/lib64'] };
    const command = denoCommand({ ...input, layers: { limits, hardening: { libc }, bubblewrap } });
    const bundle = '/opt/sluice/a b,é/runner.mjs';
    expect(shortened(command)).toEqual({
      command: '/bin/sh',
      args: [
        '-c',
        `${ulimits} && ulimit -d 1081344 && exec "$0" "$@"`,
        '/usr/bin/bwrap',
        ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
        ...['--ro-bind', '/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu'],
        ...['--ro-bind', '/lib64', '/lib64'],
        ...['--ro-bind', '/opt/deno', '/opt/deno'],
        ...['--ro-bind', bundle, bundle],
        ...['--proc', '/proc', '--remount-ro', '/', '--chdir', '/'],
        '/opt/deno',
        ...denoArgs(`--allow-ffi=${libc}`),
        `{"hardening":{"libc":"${libc}","parentPid":1,"cpuSeconds":120,"dataMb":1056}}`,
      ],
      env,
      cwd: '/',
    });
  });

  it('with a window allows reading its folder alone, hands over its path, and binds it read-only', () => {
    const window = { folder: '/state/a b/7f', path: '/state/a b/7f/window' };
    expect(shortened(denoCommand({ ...input, window })).args).toEqual([
      ...denoArgs('--deny-ffi', '--allow-read=/state/a b/7f'),
      '{"window":"/state/a b/7f/window"}',
    ]);
    const bubblewrap = { path: '/usr/bin/bwrap', systemPaths: ['/lib64'] };
    const layers = { limits, hardening: { libc }, bubblewrap };
    expect(shortened(denoCommand({ ...input, window, layers })).args.slice(2)).toEqual([
      '/usr/bin/bwrap',
      ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
      ...['--ro-bind', '/lib64', '/lib64'],
      ...['--ro-bind', '/opt/deno', '/opt/deno'],
      ...['--ro-bind', '/opt/sluice/a b,é/runner.mjs', '/opt/sluice/a b,é/runner.mjs'],
      ...['--ro-bind', '/state/a b/7f', '/state/a b/7f'],
      ...['--proc', '/proc', '--remount-ro', '/', '--chdir', '/'],
      '/opt/deno',
      ...denoArgs(`--allow-ffi=${libc}`, '--allow-read=/state/a b/7f'),
      `{"hardening":{"libc":"${libc}","parentPid":1,"cpuSeconds":120,"dataMb":1056},"window":"/state/a b/7f/window"}`,
    ]);
    const sandboxExec = { path: '/usr/bin/sandbox-exec' };
    const macOs = denoCommand({ ...input, window, platform: 'darwin', layers: { sandboxExec } });
    expect(macOs.args[1]).toContain('(literal "/state/a b/7f/window")');
  });

  it('with sandbox-exec and a leash is exactly this on macOS', () => {
    const command = denoCommand({
      ...input,
      runnerUrl: new URL('file:///opt/a%22b/runner.mjs'),
      platform: 'darwin',
      layers: { limits, sandboxExec: { path: '/usr/bin/sandbox-exec' }, leash: limits },
    });
    const profile = command.args[4];
    expect(command).toMatchObject({ command: '/bin/sh', env, cwd: '/', leash: true });
    expect(command.args.slice(0, 4)).toEqual([
      '-c',
      `${ulimits} && exec 4<&0 && { "$0" "$@" <&4 3<&- 4<&- & } && child=$! && exec 0<&- 4<&- && { { read -r _ <&3; kill -9 "$child"; } >&- 2>&- & } && watch=$! && exec 3<&- && { wait "$child"; status=$?; kill -9 "$watch"; exit "$status"; }`,
      '/usr/bin/sandbox-exec',
      '-p',
    ]);
    expect(profile).toContain('(deny default)');
    expect(profile).toContain('(allow process-exec (literal "/opt/deno"))');
    expect(profile).toContain('(literal "/opt/a\\"b/runner.mjs")');
    expect(profile).toContain('(deny network*)');
    expect(profile).not.toMatch(/allow (?:network|file-write)/);
    expect(command.args[5]).toBe('/opt/deno');
  });

  it('on Windows puts DENO_DIR below a file and works in the folder of the bundle', () => {
    const runnerUrl = new URL('file:///C:/sluice/runner.mjs');
    const command = denoCommand({ ...input, runnerUrl, platform: 'win32', layers: { job: true } });
    expect(command.command).toBe('/opt/deno');
    expect(command.env['DENO_DIR']).toMatch(/runner\.mjs\\deno$/);
    expect(command.cwd).toMatch(/sluice/);
  });

  it('maps every built-in of Node to a module that throws', async () => {
    const { builtinModules } = await import('node:module');
    const map = denoCommand(input).args.find((arg) => arg.startsWith('--import-map='));
    const { imports } = JSON.parse(decodeURIComponent(map?.slice(map.indexOf(',') + 1) ?? '{}'));
    for (const name of builtinModules.filter((module) => !module.startsWith('node:')))
      expect(imports).toHaveProperty(
        [`node:${name}`],
        expect.stringMatching(/^data:text\/javascript,throw/),
      );
  });
});
