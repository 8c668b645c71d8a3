import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  fakeClock,
  fileStoreContract,
  memoryLogger,
  smallFileLimits,
} from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from './create-file-store.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-files-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

fileStoreContract('createFileStore()', async (limits, clock) =>
  createFileStore({
    folder: join(await mkdtemp(join(root, 'contract-')), 'files'),
    limits,
    clock,
    logger: memoryLogger(),
  }),
);

const setUp = async () => {
  const folder = join(await mkdtemp(join(root, 'own-')), 'a', 'files');
  const clock = fakeClock();
  const logger = memoryLogger();
  const open = () => createFileStore({ folder, limits: smallFileLimits, clock, logger });
  const names = () => readdir(folder).catch(() => undefined);
  return { folder, clock, logger, open, names };
};

const bytes = (text: string) => new TextEncoder().encode(text);

const replaced = (name: string) => ({
  code: 'FILE_UNKNOWN',
  message: `Cannot read the file "${name}": it was removed or replaced from outside`,
  hint: 'Save it again.',
});

describe('createFileStore()', () => {
  it('touches the disk only when there is something to save, and leaves nothing behind', async () => {
    const { open, names } = await setUp();
    const store = await open();
    await expect(store.read('s1', 'a')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
    expect(await names()).toBeUndefined();
    await store.save('s1', 'a', bytes('1'));
    expect(await names()).toEqual([expect.stringMatching(/^files-\d+-\d+-[0-9a-f]{16}$/)]);
    await store.close();
    expect(await names()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'lets nobody else look: folders 0700, files 0600; the folder tells nothing of the session',
    async () => {
      const { open } = await setUp();
      const store = await open();
      const { path } = await store.save('session-one', 'a.txt', bytes('1'));
      await store.save('session-one', 'a.txt', bytes('2'));
      const mode = async (place: string) => (await stat(place)).mode & 0o777;
      expect(await mode(path)).toBe(0o600);
      expect(await mode(dirname(path))).toBe(0o700);
      expect(await mode(dirname(dirname(path)))).toBe(0o700);
      expect(path).toMatch(/[/\\][0-9a-f]{8}[/\\]a\.txt$/);
      expect(path).not.toContain('session-one');
      expect(await readdir(dirname(path))).toEqual(['a.txt']);
      expect(await readdir(dirname(dirname(path)))).toHaveLength(1);
      await store.close();
    },
  );

  it('takes expired files off the disk by itself, and the folder of a session at its end', async () => {
    const { clock, open } = await setUp();
    const store = await open();
    const { path } = await store.save('s1', 'a', bytes('1'));
    clock.advance(30_000);
    await store.save('s1', 'b', bytes('2'));
    clock.advance(30_000);
    await expect.poll(() => readdir(dirname(path))).toEqual(['b']);
    await expect.poll(() => clock.pending).toBe(1);
    await store.endSession('s1');
    expect(await readdir(dirname(dirname(path)))).toEqual([]);
    expect(clock.pending).toBe(0);
    await store.close();
  });

  it('reads what a tool wrote into the very file, as long as it is small enough', async () => {
    const { open } = await setUp();
    const store = await open();
    const { path } = await store.save('s1', 'a', bytes('one'));
    await appendFile(path, ' two');
    expect(new TextDecoder().decode((await store.read('s1', 'a')).bytes)).toBe('one two');
    await appendFile(path, 'x'.repeat(100));
    await expect(store.read('s1', 'a')).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'Cannot read the file "a": it has 107 bytes, and a file may have 100',
    });
    await store.close();
  });

  it
    .skipIf(process.platform === 'win32')
    .each<[what: string, put: (path: string, secret: string) => Promise<void>]>([
      ['a symbolic link', (path, secret) => symlink(secret, path)],
      ['a hard link', (path, secret) => link(secret, path)],
      ['a link to a folder', (path, secret) => symlink(dirname(secret), path)],
      ['a folder', (path) => mkdir(path).then(() => undefined)],
      ['another file', (path, secret) => rename(secret, path)],
      ['a link to a device', (path) => symlink('/dev/zero', path)],
      ['nothing', () => Promise.resolve()],
    ])('does not read %s in the place of a file', async (_, put) => {
    const { folder, open } = await setUp();
    const store = await open();
    const { path } = await store.save('s1', 'a', bytes('1'));
    const secret = join(folder, '..', 'secret');
    await writeFile(secret, 'SECRET');
    await rm(path);
    await put(path, secret);
    await expect(store.read('s1', 'a')).rejects.toMatchObject(replaced('a'));
    await store.close();
  });

  it.skipIf(process.platform === 'win32')(
    'replaces a link in the place of a file, and writes nothing through it',
    async () => {
      const { folder, open } = await setUp();
      const store = await open();
      const { path } = await store.save('s1', 'a', bytes('1'));
      const victim = join(folder, '..', 'victim');
      await writeFile(victim, 'untouched');
      await rm(path);
      await symlink(victim, path);
      await store.save('s1', 'a', bytes('2'));
      expect(await readFile(victim, 'utf8')).toBe('untouched');
      expect(new TextDecoder().decode((await store.read('s1', 'a')).bytes)).toBe('2');
      await store.close();
    },
  );

  it.skipIf(process.platform === 'win32')(
    'neither reads nor writes through a link in the place of the folder',
    async () => {
      const { folder, open } = await setUp();
      const store = await open();
      const { path } = await store.save('s1', 'authorized_keys', bytes('1'));
      const home = join(folder, '..', 'home');
      await mkdir(home);
      await writeFile(join(home, 'authorized_keys'), 'untouched');
      await rename(dirname(path), `${dirname(path)}.moved`);
      await symlink(home, dirname(path));
      await expect(store.read('s1', path)).rejects.toMatchObject(replaced('authorized_keys'));
      await expect(store.save('s1', 'authorized_keys', bytes('2'))).rejects.toMatchObject({
        code: 'INTERNAL',
        message: 'Cannot save the file "authorized_keys": writing it to disk failed (ENOTDIR)',
        hint: 'Check free space and access of the folder that Sluice keeps files in.',
      });
      expect(await readFile(join(home, 'authorized_keys'), 'utf8')).toBe('untouched');
      expect(await readdir(home)).toEqual(['authorized_keys']);
      await store.close();
      expect(await readdir(home)).toEqual(['authorized_keys']);
    },
  );

  it('says why a file could not be saved, without its content, and works on afterwards', async () => {
    const { folder, open } = await setUp();
    const store = await open();
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    await expect(store.save('s1', 'a', bytes('payload'))).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'Cannot save the file "a": writing it to disk failed (EEXIST)',
      hint: 'Check free space and access of the folder that Sluice keeps files in.',
    });
    await rm(folder);
    expect((await store.save('s1', 'a', bytes('1'))).sizeBytes).toBe(1);
    await store.close();
  });

  it('saves nothing for a session that has ended while the file was on its way', async () => {
    const { open, names, folder } = await setUp();
    const store = await open();
    await store.save('s1', 'a', bytes('1'));
    const ending = store.endSession('s1');
    await store.save('s1', 'b', bytes('2'));
    await ending;
    await expect(store.read('s1', 'a')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
    const [own = ''] = (await names()) ?? [];
    expect(await readdir(join(folder, own))).toHaveLength(1);
    await store.close();
    expect(await names()).toEqual([]);
  });

  it('sweeps the files of processes that are gone', async () => {
    const { folder, open, names } = await setUp();
    await mkdir(join(folder, 'files-999999999-7-0123456789abcdef', 'x'), { recursive: true });
    await mkdir(join(folder, 'mine'), { recursive: true });
    const store = await open();
    expect(await names()).toEqual(['mine']);
    await store.close();
  });
});
