import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder()', () => {
  it('makes a folder and those above it for the user alone, and takes one that is there', async () => {
    const path = join(folder, 'a/b/c');
    await makeFolder(path);
    await makeFolder(path);
    expect([path, join(folder, 'a')].map((made) => statSync(made).mode & 0o777)).toEqual([
      0o700, 0o700,
    ]);
  });

  it('agrees with others that make the same folders at the same time', async () => {
    const path = join(folder, 'x/y/z');
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('fails below a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')(
    'fails, and ends, below a folder that takes none',
    async () => {
      await expect(makeFolder('/proc/sluice/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
