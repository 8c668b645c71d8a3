import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workAlone } from './work-alone.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-alone-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('workAlone()', () => {
  it('lets nobody in while somebody is at work, and leaves nothing', async () => {
    let within = 0;
    const most: number[] = [];
    const work = async () => {
      within += 1;
      most.push(within);
      await new Promise((resolve) => setImmediate(resolve));
      within -= 1;
      return most.length;
    };
    const done = await Promise.all(Array.from({ length: 5 }, () => workAlone(folder, work)));
    expect([[...done].sort(), most]).toEqual([
      [1, 2, 3, 4, 5],
      [1, 1, 1, 1, 1],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells what the work throws, and is free again', async () => {
    await expect(workAlone(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await workAlone(folder, () => Promise.resolve('next'))).toBe('next');
  });

  it('is kept out by a process that lives, and not by one that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const sign = `at-work-${child.pid}-0-0123456789ab`;
    writeFileSync(join(folder, sign), '');
    const enter = () => workAlone(folder, () => Promise.resolve('in'), { waitMs: 0 });
    try {
      await expect(enter()).rejects.toEqual(
        new SluiceError(
          'NOT_AVAILABLE',
          `Cannot change files: another Sluice (process ${child.pid}) is changing them`,
          { hint: 'Nothing was written. Try again once it has ended.' },
        ),
      );
      expect(readdirSync(folder)).toEqual([sign]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(await enter()).toBe('in');
    expect(readdirSync(folder)).toEqual([]);
  });
});
