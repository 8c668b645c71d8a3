import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrCreateApiKey } from './api-key.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readOrCreateApiKey()', () => {
  it('makes a key of 32 random bytes in a file that only the user can read, and keeps it', async () => {
    const path = join(folder, 'deep/api-key');
    const key = await readOrCreateApiKey(path);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(readFileSync(path, 'utf8')).toBe(`${key}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await readOrCreateApiKey(path)).toBe(key);
  });

  it('agrees on one key when several start at once, and leaves no other file', async () => {
    const path = join(folder, 'api-key');
    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrCreateApiKey(path)));
    expect(new Set(keys).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['api-key']);
  });

  it('says where the key cannot be kept, and how to choose another place', async () => {
    writeFileSync(join(folder, 'file'), '');
    const path = join(folder, 'file/deep/api-key');
    await expect(readOrCreateApiKey(path)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Cannot keep the API key in ${path}: its folder cannot be made or written (ENOTDIR)`,
      hint: 'Make the folder writable, or set XDG_STATE_HOME (Windows: LOCALAPPDATA) to one that is.',
    });
  });

  it('does not try for ever where the system takes no folders', async () => {
    const path = process.platform === 'linux' ? '/proc/home/api-key' : '/dev/null/home/api-key';
    await expect(readOrCreateApiKey(path)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('never replaces a key file that it may not read', async () => {
    const path = join(folder, 'api-key');
    mkdirSync(path);
    await expect(readOrCreateApiKey(path)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Cannot read the API key file ${path} (EISDIR)`,
      hint: 'Make the file readable, or delete it; a new key is made at the next start.',
    });
  });

  it('refuses a file that holds no key', async () => {
    const path = join(folder, 'api-key');
    writeFileSync(path, 'short\n');
    await expect(readOrCreateApiKey(path)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The API key file ${path} holds no key: at least 32 characters are wanted`,
      hint: 'Delete the file; a new key is made at the next start.',
    });
  });
});
