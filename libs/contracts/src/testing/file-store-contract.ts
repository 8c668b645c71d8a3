import { describe, expect, it } from 'vitest';
import type { FileStore } from '../file-store.js';
import { fakeClock } from './fake-clock.js';
import type { FakeClock } from './fake-clock.js';

/** The limits that a {@link FileStore} keeps. */
export interface FileStoreLimits {
  /** `sandbox.maxFileBytes` */
  readonly maxFileBytes: number;
  /** `results.maxStoreBytes`, for each session. */
  readonly maxStoreBytes: number;
  /** `results.ttlSeconds` */
  readonly ttlSeconds: number;
  /** Files of one session. */
  readonly maxFiles: number;
}

/** Makes the store under test; the suite closes it. */
export type MakeFileStore = (
  limits: FileStoreLimits,
  clock: FakeClock,
) => FileStore | Promise<FileStore>;

/** Small limits, so that the suite meets each of them. */
export const smallFileLimits: FileStoreLimits = {
  maxFileBytes: 100,
  maxStoreBytes: 250,
  ttlSeconds: 60,
  maxFiles: 4,
};

/** What every {@link FileStore} promises. Call it inside a spec file. */
export function fileStoreContract(title: string, makeStore: MakeFileStore): void {
  describe(`${title}, as a FileStore`, () => {
    const use = async (work: (store: FileStore, clock: FakeClock) => Promise<void>) => {
      const clock = fakeClock();
      const store = await makeStore(smallFileLimits, clock);
      try {
        await work(store, clock);
      } finally {
        await store.close();
      }
    };

    it('gives back the very bytes by name and by path, and tells what is known of the file', () =>
      use(async (store, clock) => {
        const bytes = Uint8Array.from({ length: 100 }, (_, i) => (i * 37) % 256);
        const file = await store.save('s1', 'data.bin', bytes);
        expect(file).toEqual({
          name: 'data.bin',
          path: file.path,
          sizeBytes: 100,
          savedAt: clock.now(),
          expiresAt: clock.now() + 60_000,
        });
        for (const nameOrPath of ['data.bin', file.path]) {
          const read = await store.read('s1', nameOrPath);
          expect(read.file).toEqual(file);
          expect([...read.bytes]).toEqual([...bytes]);
        }
      }));

    it('keeps an empty file', () =>
      use(async (store) => {
        await store.save('s1', 'empty', bytesOf(''));
        expect((await store.read('s1', 'empty')).bytes).toHaveLength(0);
      }));

    it.each([
      'report.csv',
      'no extension',
      '.hidden',
      'žluťoučký 日本 🦆.txt',
      'می‌خواهم',
      'console.log',
      'a..b',
      'com10',
      'x'.repeat(200),
    ])('takes the plain name %j', (name) =>
      use(async (store) => {
        expect((await store.save('s1', name, bytesOf('x'))).name).toBe(name);
        expect(textOf((await store.read('s1', name)).bytes)).toBe('x');
      }),
    );

    it('takes the two Unicode forms of a name for the same', () =>
      use(async (store) => {
        const { name } = await store.save('s1', 'cafe\u0301', bytesOf('1'));
        expect(name).toBe('caf\u00e9');
        await store.save('s1', 'caf\u00e9', bytesOf('2'));
        expect(textOf((await store.read('s1', 'cafe\u0301')).bytes)).toBe('2');
      }));

    it.each([
      ['', 'a name must not be empty'],
      ['a/b', 'a name must not hold "/"'],
      ['/etc/passwd', 'a name must not hold "/"'],
      ['..\\b', 'a name must not hold "\\\\"'],
      ['c:x', 'a name must not hold ":"'],
      ['a*', 'a name must not hold "*"'],
      ['a?', 'a name must not hold "?"'],
      ['"a"', 'a name must not hold "\\""'],
      ['<a>', 'a name must not hold "<"'],
      ['a|b', 'a name must not hold "|"'],
      ['a\u0000b', 'a name must not hold the character U+0000'],
      ['a\nb', 'a name must not hold the character U+000A'],
      ['a\u007f', 'a name must not hold the character U+007F'],
      ['a\u202etxt.exe', 'a name must not hold the character U+202E'],
      ['a\u2028b', 'a name must not hold the character U+2028'],
      ['a\ud800', 'a name must not hold the character U+D800'],
      ['.', 'a name must not end with a dot'],
      ['..', 'a name must not end with a dot'],
      ['a.', 'a name must not end with a dot'],
      [' a', 'a name must not begin or end with a space'],
      ['a ', 'a name must not begin or end with a space'],
      ['CON', 'Windows keeps this name for a device'],
      ['nul.txt', 'Windows keeps this name for a device'],
      ['com1', 'Windows keeps this name for a device'],
      ['lpt\u00b9.txt', 'Windows keeps this name for a device'],
      ['aux .txt', 'Windows keeps this name for a device'],
      ['CONIN$', 'Windows keeps this name for a device'],
      ['é'.repeat(101), 'a name must not be longer than 200 bytes'],
    ])('refuses the name %j: %s', (name, problem) =>
      use(async (store) => {
        await expect(store.save('s1', name, bytesOf('x'))).rejects.toMatchObject({
          code: 'FILE_NAME',
          message: `Cannot save the file ${escaped(name)}: ${problem}`,
          hint: 'Use a plain file name, such as "report.csv".',
        });
      }),
    );

    it('refuses a name that differs from another in case alone, on every system', () =>
      use(async (store) => {
        await store.save('s1', 'Straße.txt', bytesOf('1'));
        for (const name of ['straße.txt', 'STRASSE.TXT'])
          await expect(store.save('s1', name, bytesOf('2'))).rejects.toMatchObject({
            code: 'FILE_NAME',
            message: `Cannot save the file "${name}": this session has "Straße.txt", and names must not differ in case alone`,
            hint: 'Use the same name to replace that file, or another one.',
          });
        await expect(store.read('s1', 'straße.txt')).rejects.toMatchObject({
          code: 'FILE_UNKNOWN',
        });
        expect((await store.save('s2', 'straße.txt', bytesOf('3'))).name).toBe('straße.txt');
      }));

    it('replaces a file whole, and counts it once', () =>
      use(async (store, clock) => {
        const first = await store.save('s1', 'a', new Uint8Array(100));
        clock.advance(1000);
        for (let i = 0; i < 5; i += 1) await store.save('s1', 'a', bytesOf('x'.repeat(90 + i)));
        const { file, bytes } = await store.read('s1', 'a');
        expect(textOf(bytes)).toBe('x'.repeat(94));
        expect(file).toMatchObject({ path: first.path, sizeBytes: 94, savedAt: clock.now() });
      }));

    it('saves in the order of the calls, awaited or not, and keeps the last', () =>
      use(async (store) => {
        const saves = Array.from({ length: 20 }, (_, i) => store.save('s1', 'a', bytesOf(`${i}`)));
        await Promise.all(saves);
        expect(textOf((await store.read('s1', 'a')).bytes)).toBe('19');
      }));

    it('knows a file only in its own session, by name and by path', () =>
      use(async (store) => {
        const { path } = await store.save('s1', 'a', bytesOf('secret'));
        for (const nameOrPath of ['a', path])
          await expect(store.read('s2', nameOrPath)).rejects.toMatchObject({
            code: 'FILE_UNKNOWN',
            message: `Cannot read the file ${escaped(nameOrPath)}: this session has no such file`,
            hint: 'saveFile(name, data) saves one; it is kept for results.ttlSeconds (60) and only for its own session.',
          });
        await store.save('s2', 'a', bytesOf('other'));
        expect(textOf((await store.read('s1', 'a')).bytes)).toBe('secret');
      }));

    it.each(['../a', './a', '/etc/passwd', '/proc/self/environ', '__proto__', '', 'A'])(
      'does not know %j, and names the files that there are',
      (name) =>
        use(async (store) => {
          await store.save('s1', 'a', bytesOf('1'));
          await store.save('s1', 'b c', bytesOf('1'));
          await expect(store.read('s1', name)).rejects.toMatchObject({
            code: 'FILE_UNKNOWN',
            message: `Cannot read the file ${escaped(name)}: this session has no such file`,
            hint: 'There are: "a", "b c".',
          });
        }),
    );

    it('refuses a file above maxFileBytes, and leaves the one of that name', () =>
      use(async (store) => {
        await store.save('s1', 'a', bytesOf('old'));
        await expect(store.save('s1', 'a', new Uint8Array(101))).rejects.toMatchObject({
          code: 'FILE_TOO_LARGE',
          message: 'Cannot save the file "a": it has 101 bytes, and a file may have 100',
          hint: 'Save less, or several files, or raise sandbox.maxFileBytes.',
        });
        expect(textOf((await store.read('s1', 'a')).bytes)).toBe('old');
      }));

    it('refuses what would exceed the bytes of a session, and takes it when there is room', () =>
      use(async (store) => {
        await store.save('s1', 'a', new Uint8Array(100));
        await store.save('s1', 'b', new Uint8Array(100));
        await expect(store.save('s1', 'c', new Uint8Array(51))).rejects.toMatchObject({
          code: 'FILE_QUOTA',
          message:
            'Cannot save the file "c": the files of this session would have 251 bytes, and they may have 250',
          hint: 'Replace files that are no longer needed by smaller ones, or raise results.maxStoreBytes.',
        });
        expect((await store.save('s2', 'c', new Uint8Array(100))).sizeBytes).toBe(100);
        await store.save('s1', 'a', new Uint8Array(99));
        expect((await store.save('s1', 'c', new Uint8Array(51))).sizeBytes).toBe(51);
      }));

    it('refuses one file too many', () =>
      use(async (store) => {
        for (const name of ['a', 'b', 'c', 'd']) await store.save('s1', name, bytesOf('1'));
        await expect(store.save('s1', 'e', bytesOf('1'))).rejects.toMatchObject({
          code: 'FILE_QUOTA',
          message: 'Cannot save the file "e": this session has 4 files, and it may have 4',
          hint: 'Join small files into one, or use the name of one that is no longer needed.',
        });
        await store.save('s1', 'd', bytesOf('2'));
      }));

    it('forgets a file when its time is up; saving it again starts the time anew', () =>
      use(async (store, clock) => {
        await store.save('s1', 'a', bytesOf('1'));
        await store.save('s1', 'b', bytesOf('1'));
        clock.advance(59_999);
        await store.save('s1', 'b', bytesOf('2'));
        expect(textOf((await store.read('s1', 'a')).bytes)).toBe('1');
        clock.advance(1);
        await expect(store.read('s1', 'a')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
        expect(textOf((await store.read('s1', 'b')).bytes)).toBe('2');
      }));

    it('removes the files of a session that ends, and of no other', () =>
      use(async (store) => {
        await store.save('s1', 'a', bytesOf('1'));
        await store.save('s2', 'a', bytesOf('2'));
        await store.endSession('s1');
        await store.endSession('s1');
        await expect(store.read('s1', 'a')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
        expect(textOf((await store.read('s2', 'a')).bytes)).toBe('2');
      }));

    it('closes once and for all: nothing can be read or saved afterwards', () =>
      use(async (store) => {
        await store.save('s1', 'a', bytesOf('1'));
        await store.close();
        await store.close();
        await expect(store.read('s1', 'a')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
        await expect(store.save('s1', 'a', bytesOf('1'))).rejects.toMatchObject({
          code: 'NOT_AVAILABLE',
          message: 'Cannot save the file "a": Sluice is ending',
        });
      }));
  });
}

/** As a message shows it: JSON text with invisible characters spelled out. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f\u2028\u202e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
