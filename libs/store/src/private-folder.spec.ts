import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrivateFolder, sweepDeadFolders } from './private-folder.js';
import { processMark } from './process-mark.js';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-private-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('createPrivateFolder()', () => {
  it('makes one folder (0700), when it is wanted, and removes it with all that is in it', async () => {
    const folder = createPrivateFolder(join(root, 'a'), 'files');
    expect(await readdir(root)).toEqual([]);
    const [path, again] = await Promise.all([folder.open(), folder.open()]);
    expect(again).toBe(path);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o700);
    await writeFile(join(path, 'x'), 'x');
    await folder.remove();
    await folder.remove();
    expect(await readdir(join(root, 'a'))).toEqual([]);
  });

  it('tries again where it could not be made', async () => {
    const folder = createPrivateFolder(join(root, 'a'), 'files');
    await writeFile(join(root, 'a'), 'a file');
    await expect(folder.open()).rejects.toMatchObject({ code: 'EEXIST' });
    await rm(join(root, 'a'));
    expect((await stat(await folder.open())).isDirectory()).toBe(true);
  });
});

describe('sweepDeadFolders()', () => {
  it('removes what dead processes left, and nothing that lives or that is not ours', async () => {
    const gone = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    const deadPid = gone.pid;
    await new Promise((resolve) => gone.once('exit', resolve));
    const alive = await processMark(process.pid);
    const outside = join(root, 'outside');
    const folder = join(root, 'folders');
    await mkdir(outside);
    await writeFile(join(outside, 'keep'), 'x');
    const id = '0123456789abcdef';
    const kept = [
      `files-${alive.pid}-${alive.startedAt}-${id}`,
      `files-${alive.pid}-0-${id}`,
      `files-${deadPid}-0-short`,
      'something-else',
    ];
    const swept = [
      `files-${deadPid}-77-${id}`,
      `runners-${deadPid}-77-${id}`,
      // The process id was given out again: ours, but not started then.
      ...(alive.startedAt === '0' ? [] : [`files-${alive.pid}-1-${id}`]),
    ];
    for (const name of [...kept, ...swept])
      await mkdir(join(folder, name, 'x'), { recursive: true });
    await symlink(outside, join(folder, `files-${deadPid}-1-${id}`));
    const logger = memoryLogger();
    await sweepDeadFolders(folder, logger);
    expect((await readdir(folder)).sort()).toEqual([...kept, `files-${deadPid}-1-${id}`].sort());
    expect(await readFile(join(outside, 'keep'), 'utf8')).toBe('x');
    expect(logger.lines.map(({ level }) => level)).toEqual(swept.map(() => 'debug'));
  });
});
