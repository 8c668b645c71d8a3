import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findDeno } from './find-deno.js';
import type { FindDenoInput } from './find-deno.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-find-deno-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function executable(path: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

const elsewhere = pathToFileURL(join(folder, 'nowhere', 'x.js')).href;
const input: FindDenoInput = {
  setting: undefined,
  environment: {},
  platform: 'linux',
  arch: 'x64',
  resolveFrom: elsewhere,
};

describe('findDeno()', () => {
  it('takes the set one first, then SLUICE_DENO, then the package, then PATH', () => {
    const set = executable('set/deno');
    const variable = executable('variable/deno');
    const onPath = executable('path/deno');
    const environment = { SLUICE_DENO: variable, PATH: join(folder, 'path') };
    expect(findDeno({ ...input, setting: set, environment })).toEqual({
      ok: true,
      path: set,
      from: 'sandbox.deno',
    });
    expect(findDeno({ ...input, environment })).toEqual({
      ok: true,
      path: variable,
      from: 'SLUICE_DENO',
    });
    expect(
      findDeno({ ...input, environment: { PATH: `relative:${join(folder, 'path')}` } }),
    ).toEqual({
      ok: true,
      path: onPath,
      from: 'PATH',
    });
  });

  it('names the variable where the settings hold its value', () => {
    const setting = join(folder, 'gone');
    expect(findDeno({ ...input, setting, environment: { SLUICE_DENO: setting } })).toMatchObject({
      ok: false,
      message: `Cannot start Deno: SLUICE_DENO is "${setting}", which is no executable file`,
    });
  });

  it('finds the binary of the npm package itself, not its launcher', () => {
    const found = findDeno({
      setting: undefined,
      environment: {},
      platform: process.platform,
      arch: process.arch,
    });
    expect(found).toMatchObject({
      ok: true,
      from: 'package',
      path: expect.stringMatching(/@deno[\\/].*[\\/]deno(\.exe)?$/),
    });
  });

  it('finds a set name on PATH', () => {
    const path = executable('named/my-deno');
    expect(
      findDeno({ ...input, setting: 'my-deno', environment: { PATH: join(folder, 'named') } }),
    ).toEqual({ ok: true, path, from: 'sandbox.deno' });
  });

  it.each([
    ['sandbox.deno', { setting: '/nowhere/deno' }],
    ['SLUICE_DENO', { environment: { SLUICE_DENO: '/nowhere/deno', PATH: '' } }],
  ])('does not look further when %s is wrong', (name, set) => {
    expect(findDeno({ ...input, ...set })).toEqual({
      ok: false,
      code: 'RUNNER_NOT_FOUND',
      message: `Cannot start Deno: ${name} is "/nowhere/deno", which is no executable file`,
      hint: `Set ${name} to the full path of Deno, or remove it to use the npm package "deno".`,
    });
  });

  it('refuses a folder and a file that cannot be executed', () => {
    const file = executable('plain/deno');
    chmodSync(file, 0o644);
    expect(findDeno({ ...input, setting: folder }).ok).toBe(false);
    if (process.getuid?.() !== 0) expect(findDeno({ ...input, setting: file }).ok).toBe(false);
    expect(findDeno({ ...input, setting: 'no-such-deno' })).toMatchObject({
      message: 'Cannot start Deno: sandbox.deno is "no-such-deno", which is no executable on PATH',
    });
  });

  it('says what to do when there is none', () => {
    expect(findDeno(input)).toEqual({
      ok: false,
      code: 'RUNNER_NOT_FOUND',
      message:
        'Cannot find Deno: no npm package "deno" for linux-x64 beside Sluice, and no deno on PATH',
      hint: 'Run npm i deno beside Sluice, or install Deno and set sandbox.deno or SLUICE_DENO to its path. The npm package has no build for musl (Alpine): install Deno for your system and set sandbox.deno.',
    });
    expect(findDeno({ ...input, platform: 'darwin', arch: 'arm64' })).toMatchObject({
      hint: 'Run npm i deno beside Sluice, or install Deno and set sandbox.deno or SLUICE_DENO to its path.',
    });
  });
});
