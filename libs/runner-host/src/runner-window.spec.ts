import { mkdir, mkdtemp, open, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRunnerWindow } from './runner-window.js';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'sluice-window-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe('openRunnerWindow()', () => {
  it('makes one empty file (0600), alone in a folder (0700), and another one each time', async () => {
    const [one, two] = [await openRunnerWindow(parent), await openRunnerWindow(parent)];
    expect(one.folder).not.toBe(two.folder);
    expect(dirname(one.path)).toBe(one.folder);
    expect(await readdir(one.folder)).toEqual(['window']);
    const file = await stat(one.path);
    expect([file.size, file.isFile()]).toEqual([0, true]);
    if (process.platform !== 'win32') {
      expect(file.mode & 0o777).toBe(0o600);
      expect((await stat(one.folder)).mode & 0o777).toBe(0o700);
    }
    await Promise.all([one.close(), two.close()]);
    expect(await readdir(parent)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'shows files to who has it open, also when its name is gone',
    async () => {
      const window = await openRunnerWindow(parent);
      const reader = await open(window.path);
      await window.hide();
      expect(await readdir(parent)).toEqual([]);
      for (const text of ['one, which is long', 'two']) {
        await window.show(bytes(text));
        const target = Buffer.alloc(text.length);
        await reader.read(target, 0, text.length, 0);
        expect(target.toString()).toBe(text);
      }
      await reader.close();
      await window.close();
      await window.close();
      await expect(window.show(bytes('x'))).rejects.toThrow();
    },
  );

  it.skipIf(process.platform === 'win32')('has its real path, whatever leads there', async () => {
    await mkdir(join(parent, 'real'));
    await symlink(join(parent, 'real'), join(parent, 'link'));
    const window = await openRunnerWindow(join(parent, 'link'));
    expect(dirname(window.folder)).toBe(join(parent, 'real'));
    await window.close();
  });

  it('refuses a path that Deno would take for two, and leaves nothing', async () => {
    await mkdir(join(parent, 'a,b'));
    await expect(openRunnerWindow(join(parent, 'a,b'))).rejects.toThrow(
      'the path of the folder holds a comma',
    );
    expect(await readdir(join(parent, 'a,b'))).toEqual([]);
  });
});
