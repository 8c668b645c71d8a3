import { describe, expect, it } from 'vitest';
import { denoCommand } from './deno-command.js';

const input = {
  denoPath: '/opt/deno',
  runnerUrl: new URL('file:///opt/sluice/a%20b,%C3%A9/runner.mjs'),
  heapMb: 256,
  platform: 'linux',
} as const;

describe('denoCommand()', () => {
  it('is exactly this on Linux and macOS', () => {
    const { args, ...rest } = denoCommand(input);
    expect(rest).toEqual({
      command: '/opt/deno',
      env: {
        DENO_DIR: '/dev/null/deno',
        DENO_EMIT_CACHE_MODE: 'disable',
        DENO_CACHE_DB_MODE: 'in-memory',
        DENO_NO_UPDATE_CHECK: '1',
        DENO_NO_PACKAGE_JSON: '1',
        NO_COLOR: '1',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
      },
      cwd: '/',
    });
    expect(
      args.map((arg) => arg.replace(/^(--import-map=data:application\/json),.*/, '$1,…')),
    ).toEqual([
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
      '--deny-read',
      '--deny-write',
      '--deny-net',
      '--deny-env',
      '--deny-sys',
      '--deny-run',
      '--deny-ffi',
      '--deny-import',
      '--v8-flags=--max-old-space-size=256,--disallow-code-generation-from-strings',
      'file:///opt/sluice/a%20b,%C3%A9/runner.mjs',
    ]);
    expect(denoCommand({ ...input, platform: 'darwin' })).toEqual(denoCommand(input));
  });

  it('on Windows puts DENO_DIR below a file and works in the folder of the bundle', () => {
    const runnerUrl = new URL('file:///C:/sluice/runner.mjs');
    const { env, cwd } = denoCommand({ ...input, runnerUrl, platform: 'win32' });
    expect(env['DENO_DIR']).toMatch(/runner\.mjs\\deno$/);
    expect(cwd).toMatch(/sluice/);
  });

  it('maps every built-in of Node to a module that throws', async () => {
    const { builtinModules } = await import('node:module');
    const map = denoCommand(input).args.find((arg) => arg.startsWith('--import-map='));
    const { imports } = JSON.parse(decodeURIComponent(map?.split(',', 2)[1] ?? '{}'));
    for (const name of builtinModules.filter((module) => !module.startsWith('node:')))
      expect(imports).toHaveProperty(
        [`node:${name}`],
        expect.stringMatching(/^data:text\/javascript,throw/),
      );
  });
});
