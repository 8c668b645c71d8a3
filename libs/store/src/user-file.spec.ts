import {
  mkdtempSync,
  mkdirSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { digestOf, readUserFile, replaceUserFile } from './user-file.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-user-file-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (path: string) => readFileSync(path, 'utf8');

describe('replaceUserFile()', () => {
  it('keeps the permissions, and leaves nothing beside', async () => {
    const path = join(folder, 'mcp.json');
    writeFileSync(path, 'old', { mode: 0o640 });
    await replaceUserFile(await readUserFile(path), bytes('new'));
    expect([text(path), statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([
      'new',
      0o640,
      ['mcp.json'],
    ]);
  });

  it('takes away what a killed process left beside, and nothing else', async () => {
    const path = join(folder, 'mcp.json');
    const [dead, mine] = ['4194304-1-0123456789ab', `${process.pid}-0-0123456789ab`];
    const names = [
      `mcp.json.${dead}.sluice.tmp`,
      `mcp.json.${mine}.sluice.tmp`,
      `mcp.json.bak.${dead}.sluice.tmp`,
      `mcp.json.${dead}.tmp`,
    ];
    for (const name of names) writeFileSync(join(folder, name), 'secret');
    await replaceUserFile(await readUserFile(path), bytes('new'));
    expect(readdirSync(folder)).toEqual(['mcp.json', ...names.slice(1)].sort());
  });

  it('makes a file that only its owner can read, with its folders, and takes it away', async () => {
    const path = join(folder, 'a/b/mcp.json');
    await replaceUserFile(await readUserFile(path), bytes('new'));
    expect([text(path), statSync(path).mode & 0o777]).toEqual(['new', 0o600]);
    await replaceUserFile(await readUserFile(path), undefined);
    expect(readdirSync(join(folder, 'a/b'))).toEqual([]);
  });

  it('writes behind a link, also where it points to nothing yet', async () => {
    mkdirSync(join(folder, 'dotfiles'));
    writeFileSync(join(folder, 'dotfiles/real.json'), 'old');
    symlinkSync('dotfiles/real.json', join(folder, 'one.json'));
    symlinkSync('dotfiles/later.json', join(folder, 'two.json'));
    for (const name of ['one.json', 'two.json']) {
      const path = join(folder, name);
      await replaceUserFile(await readUserFile(path), bytes(`new ${name}`));
      expect([lstatSync(path).isSymbolicLink(), text(path)]).toEqual([true, `new ${name}`]);
    }
    expect(readdirSync(join(folder, 'dotfiles')).sort()).toEqual(['later.json', 'real.json']);
  });

  it('writes nothing where the file changed meanwhile, was made or went', async () => {
    const path = join(folder, 'mcp.json');
    const changed = new SluiceError(
      'CONFIG_INVALID',
      `Cannot change ${path}: another program changed it meanwhile`,
      { hint: 'Nothing was written to it. Try again.' },
    );
    const missing = await readUserFile(path);
    writeFileSync(path, 'theirs');
    await expect(replaceUserFile(missing, bytes('ours'))).rejects.toEqual(changed);
    const file = await readUserFile(path);
    writeFileSync(path, 'theirs again');
    await expect(replaceUserFile(file, bytes('ours'))).rejects.toEqual(changed);
    expect(text(path)).toBe('theirs again');
    rmSync(path);
    await expect(replaceUserFile(file, bytes('ours'))).rejects.toEqual(changed);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says what a path that is no file is', async () => {
    await expect(readUserFile(folder)).rejects.toThrow(`Cannot read ${folder}: it is no file`);
    symlinkSync('loop', join(folder, 'loop'));
    await expect(readUserFile(join(folder, 'loop'))).rejects.toThrow('the system says ELOOP');
    writeFileSync(join(folder, 'plain'), '');
    const below = join(folder, 'plain/x.json');
    await expect(readUserFile(below)).rejects.toThrow('the system says ENOTDIR');
  });
});

describe('digestOf()', () => {
  it('tells a file that is missing from an empty one', () => {
    expect([digestOf(undefined), digestOf(bytes(''))]).toEqual([
      'absent',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ]);
  });
});
