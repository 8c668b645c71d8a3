import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-odd, ž place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(process.platform !== 'win32')('Sluice behind links', () => {
  it('with spaces, commas and letters of other alphabets in their names runs programs and keeps files', async () => {
    const link = (name: string) => {
      mkdirSync(join(folder, `real ${name}`));
      symlinkSync(`real ${name}`, join(folder, `${name}, 日`));
      return join(folder, `${name}, 日`);
    };
    const [install, home, temporary] = ['install', 'home', 'tmp'].map(link);
    cpSync(here('../../stdio-host/dist'), join(String(install), 'dist'), { recursive: true });
    symlinkSync(here('../../../node_modules'), join(String(install), 'node_modules'));
    const code = 'await saveFile("ž.txt", "kept");\nreturn [1 + 1, await readFile("ž.txt")]';
    const child = spawn(
      process.execPath,
      [join(String(install), 'dist/bin/main.js'), 'exec', '-e', code],
      {
        env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, DENO_DIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const [exitCode] = (await once(child, 'close')) as [number];
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '[2,"kept"]\n',
      stderr: expect.stringMatching(/^saved: ž\.txt 4 B, in /) as string,
    });
  });
});

describe.runIf(existsSync('/dev/full'))('Sluice with a full disk', () => {
  it.each([['config', 'schema'], ['--help'], ['completions', 'bash']])(
    'says that it could not write, and fails: %s %s',
    async (...words) => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [here('../../stdio-host/dist/bin/main.js'), ...words], {
        env: { PATH: process.env.PATH, HOME: folder },
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      let stderr = '';
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
      const [exitCode] = (await once(child, 'close')) as [number];
      expect([exitCode, stderr]).toEqual([1, 'sluice: Cannot write to stdout: ENOSPC\n']);
    },
  );
});
