import { describe, expect, it } from 'vitest';
import type { NewResult, ResultStore } from '../result-store.js';
import type { ResultSettings } from '../settings.js';
import { fakeClock } from './fake-clock.js';
import type { FakeClock } from './fake-clock.js';

/** Makes the store under test; the suite closes it. */
export type MakeResultStore = (
  settings: ResultSettings,
  clock: FakeClock,
) => ResultStore | Promise<ResultStore>;

/** Small limits, so that the suite meets each of them. */
export const smallResultSettings: ResultSettings = {
  inlineMaxBytes: 10,
  previewMaxBytes: 20,
  readMaxBytes: 50,
  maxResultBytes: 100,
  maxStoreBytes: 250,
  ttlSeconds: 60,
};

/** What every {@link ResultStore} promises. Call it inside a spec file. */
export function resultStoreContract(name: string, makeStore: MakeResultStore): void {
  describe(`${name}, as a ResultStore`, () => {
    const use = async (
      work: (store: ResultStore, clock: FakeClock) => Promise<void>,
      settings: Partial<ResultSettings> = {},
    ) => {
      const clock = fakeClock();
      const store = await makeStore({ ...smallResultSettings, ...settings }, clock);
      try {
        await work(store, clock);
      } finally {
        await store.close();
      }
    };
    const unknown = (ref: string) => ({
      code: 'RESULT_UNKNOWN',
      message: `Cannot read the result "${ref}": this session has no such result`,
      hint: 'A result is kept for results.ttlSeconds (60) and only for its own session; run the program again to get it anew.',
    });

    it('takes bytes as base64, with or without padding and line breaks', () =>
      use(async (store) => {
        const wanted = Uint8Array.from([0, 255, 7, 8, 9]);
        for (const base64 of ['AP8HCAk=', 'AP8HCAk', 'AP8H\r\nCAk=\n']) {
          const result = { kind: 'bytes', base64, contentType: 'image/png', source: 'a' } as const;
          const stored = await store.put('s1', result);
          expect(stored).toMatchObject({ kind: 'bytes', contentType: 'image/png', sizeBytes: 5 });
          const { bytes } = await store.readBytes('s1', stored.ref, { offset: 0, length: 9 });
          expect([...bytes]).toEqual([...wanted]);
        }
      }));

    it('gives back the very text that was put, with what is known of it', () =>
      use(async (store, clock) => {
        const text = '"žluťoučký \u0000 日本 🦆\r\n"';
        const stored = await store.put('s1', { ...json(text), source: 'mcp__a__b' });
        expect(stored).toEqual({
          ref: stored.ref,
          kind: 'json',
          sizeBytes: new TextEncoder().encode(text).length,
          contentType: 'application/json',
          source: 'mcp__a__b',
          isPinned: false,
          createdAt: clock.now(),
          expiresAt: clock.now() + 60_000,
        });
        expect(await store.read('s1', stored.ref)).toEqual({ stored, text });
        expect(await store.find('s1', stored.ref)).toEqual(stored);
      }));

    it.each(['', '\ufeffmark', '\r\n\t\u0000', '🦆'.repeat(20)])(
      'keeps the text %j byte for byte',
      (text) =>
        use(async (store) => {
          const stored = await store.put('s1', { text, kind: 'text', source: 'x' });
          expect(stored.contentType).toBe('text/plain');
          const lines = text.split('\n').length;
          expect(stored.extent).toEqual({ characters: text.length, lines });
          expect(await store.find('s1', stored.ref)).toEqual(stored);
          expect((await store.read('s1', stored.ref)).text).toBe(text);
        }),
    );

    it('keeps bytes with their media type, and gives them as no text', () =>
      use(async (store) => {
        const bytes = Uint8Array.from([0xff, 0xd8, 0x00, 0x80]);
        const contentType = 'image/jpeg';
        const stored = await store.put('s1', { kind: 'bytes', bytes, contentType, source: 'x' });
        expect(stored).toMatchObject({ kind: 'bytes', contentType, sizeBytes: 4 });
        const whole = await store.readBytes('s1', stored.ref, { offset: 0, length: 100 });
        expect(whole.stored).toEqual(stored);
        expect([...whole.bytes]).toEqual([...bytes]);
        await expect(store.read('s1', stored.ref)).rejects.toMatchObject({
          code: 'RESULT_KIND',
          message: `Cannot read the result "${stored.ref}" as text: it holds bytes (image/jpeg)`,
          hint: 'Read it in slices with read_result.',
        });
      }));

    it.each([
      [0, 3, '0123456789'.slice(0, 3)],
      [4, 3, '456'],
      [8, 100, '89'],
      [10, 5, ''],
      [99, 5, ''],
      [3, 0, ''],
    ])('reads from byte %i at most %i bytes', (offset, length, expected) =>
      use(async (store) => {
        const { ref } = await store.put('s1', { text: '0123456789', kind: 'text', source: 'x' });
        const { bytes } = await store.readBytes('s1', ref, { offset, length });
        expect(new TextDecoder().decode(bytes)).toBe(expected);
        await expect(store.readBytes('s2', ref, { offset, length })).rejects.toMatchObject(
          unknown(ref),
        );
      }),
    );

    it('lists what a session keeps, oldest first, and says what all keep together', () =>
      use(async (store, clock) => {
        const first = await store.put('s1', json('11'));
        clock.advance(1);
        await store.put('s2', json('333'));
        const second = await store.put('s1', json('22'));
        expect(await store.list('s1')).toEqual([first, second]);
        expect(await store.list('s3')).toEqual([]);
        expect(await store.stats()).toEqual({ results: 3, sizeBytes: 7 });
        clock.advance(60_000);
        expect(await store.list('s1')).toEqual([]);
        expect(await store.stats()).toEqual({ results: 0, sizeBytes: 0 });
      }));

    it('releases one result and no other, even one with the same content', () =>
      use(async (store) => {
        const released = await store.put('s1', json('1'));
        const twin = await store.put('s1', json('1'));
        await expect(store.release('s2', released.ref)).rejects.toMatchObject(
          unknown(released.ref),
        );
        expect(await store.release('s1', released.ref)).toEqual(released);
        await expect(store.read('s1', released.ref)).rejects.toMatchObject(unknown(released.ref));
        await expect(store.release('s1', released.ref)).rejects.toMatchObject(
          unknown(released.ref),
        );
        expect((await store.read('s1', twin.ref)).text).toBe('1');
      }));

    it('counts equal contents once, as long as one of them is kept', () =>
      use(async (store) => {
        const refs = [];
        for (let i = 0; i < 5; i += 1)
          refs.push((await store.put(`s${i}`, json('x'.repeat(90)))).ref);
        expect(await store.stats()).toEqual({ results: 5, sizeBytes: 90 });
        for (const [i, ref] of refs.slice(0, 4).entries()) await store.release(`s${i}`, ref);
        expect(await store.stats()).toEqual({ results: 1, sizeBytes: 90 });
        expect((await store.read('s4', refs[4] ?? '')).text).toBe('x'.repeat(90));
      }));

    it('drops pinned results after all others when it is full', () =>
      use(async (store) => {
        const pinned = await store.put('s1', { ...json('a'.repeat(100)), isPinned: true });
        const plain = await store.put('s1', json('b'.repeat(100)));
        const next = await store.put('s1', { ...json('c'.repeat(100)), isPinned: true });
        await expect(store.read('s1', plain.ref)).rejects.toMatchObject(unknown(plain.ref));
        expect((await store.read('s1', pinned.ref)).stored.isPinned).toBe(true);
        await store.put('s1', json('d'.repeat(100)));
        await expect(store.read('s1', pinned.ref)).rejects.toMatchObject(unknown(pinned.ref));
        expect((await store.read('s1', next.ref)).text).toBe('c'.repeat(100));
      }));

    it('hands out unguessable references: res_ and at least 128 random bits, never twice the same', () =>
      use(async (store) => {
        const first = await store.put('s1', json('1'));
        const second = await store.put('s1', json('1'));
        expect(first.ref).toMatch(/^res_[0-9a-f]{32}$/);
        expect(second.ref).not.toBe(first.ref);
      }));

    it('knows a reference only in the session that it belongs to', () =>
      use(async (store) => {
        const { ref } = await store.put('s1', json('"secret"'));
        await expect(store.read('s2', ref)).rejects.toMatchObject(unknown(ref));
      }));

    it.each(['res_00000000000000000000000000000000', '../../etc/passwd', '__proto__', ''])(
      'refuses the reference %j, which it never gave',
      (ref) =>
        use(async (store) => {
          await expect(store.read('s1', ref)).rejects.toMatchObject(unknown(ref));
        }),
    );

    it('forgets a result when its time is up', () =>
      use(async (store, clock) => {
        const { ref } = await store.put('s1', json('1'));
        clock.advance(59_999);
        expect((await store.read('s1', ref)).text).toBe('1');
        clock.advance(1);
        await expect(store.read('s1', ref)).rejects.toMatchObject(unknown(ref));
      }));

    it('refuses a result above maxResultBytes, naming the size and the setting, and keeps the others', () =>
      use(async (store) => {
        const { ref } = await store.put('s1', json('1'));
        await expect(store.put('s1', json('é'.repeat(51)))).rejects.toMatchObject({
          code: 'RESULT_TOO_LARGE',
          message:
            'Cannot keep a result of 102 bytes: results.maxResultBytes allows 100 bytes for one result',
          hint: 'Return less: filter, pick fields or aggregate in the program; or raise results.maxResultBytes.',
        });
        expect((await store.put('s1', json('é'.repeat(50)))).sizeBytes).toBe(100);
        expect((await store.read('s1', ref)).text).toBe('1');
      }));

    it('drops the oldest results when it is full, whichever session they are of', () =>
      use(async (store) => {
        const oldest = await store.put('s1', json('a'.repeat(100)));
        const middle = await store.put('s2', json('b'.repeat(100)));
        const newest = await store.put('s1', json('c'.repeat(100)));
        await expect(store.read('s1', oldest.ref)).rejects.toMatchObject(unknown(oldest.ref));
        expect((await store.read('s2', middle.ref)).text).toBe('b'.repeat(100));
        expect((await store.read('s1', newest.ref)).text).toBe('c'.repeat(100));
      }));

    it('never holds more than maxStoreBytes, however many puts run at once', () =>
      use(async (store) => {
        const all = await Promise.all(
          Array.from({ length: 12 }, (_, i) => store.put('s1', json(String(i).padStart(100, '.')))),
        );
        const kept = await Promise.allSettled(all.map(({ ref }) => store.read('s1', ref)));
        expect(kept.map(({ status }) => status === 'fulfilled')).toEqual([
          ...Array<boolean>(10).fill(false),
          true,
          true,
        ]);
      }));

    it('forgets everything of a session that ends, and nothing of another', () =>
      use(async (store) => {
        const mine = await store.put('s1', json('1'));
        const other = await store.put('s2', json('2'));
        await store.endSession('s1');
        await store.endSession('s1');
        await expect(store.read('s1', mine.ref)).rejects.toMatchObject(unknown(mine.ref));
        expect((await store.read('s2', other.ref)).text).toBe('2');
      }));

    it('closes once and for all: nothing can be read or put afterwards', () =>
      use(async (store) => {
        const { ref } = await store.put('s1', json('1'));
        await store.close();
        await store.close();
        await store.endSession('s1');
        const closed = { code: 'NOT_AVAILABLE', message: 'The result store is closed' };
        const range = { offset: 0, length: 1 };
        for (const work of [
          () => store.put('s1', json('1')),
          () => store.find('s1', ref),
          () => store.read('s1', ref),
          () => store.readBytes('s1', ref, range),
          () => store.release('s1', ref),
          () => store.list('s1'),
          () => store.stats(),
        ])
          await expect(work()).rejects.toMatchObject(closed);
      }));
  });
}

function json(text: string): NewResult {
  return { text, kind: 'json', source: 'run_code' };
}
