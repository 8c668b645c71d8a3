import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createConfigWatch } from './config-watch.js';

function setUp(options: { hasEvents?: boolean; isDeaf?: boolean } = {}) {
  const clock = fakeClock();
  const marks = new Map<string, string>([['/a/one', '1']]);
  const listeners = new Map<string, () => void>();
  const paths = ['/a/one', '/a/two', '/b/three'];
  let changes = 0;
  let applying: Promise<void> = Promise.resolve();
  const stop = createConfigWatch({
    paths: () => paths,
    folderOf: (path) => path.slice(0, path.lastIndexOf('/')),
    files: {
      mark: (path) => (path === '/a' || path === '/b' ? 'folder' : marks.get(path)),
      watch(folder, listener) {
        if (options.isDeaf || folder === '/b') return undefined;
        listeners.set(folder, listener);
        return () => void listeners.delete(folder);
      },
    },
    clock,
    onChange: () => {
      changes += 1;
      return applying;
    },
    hasEvents: options.hasEvents ?? true,
  });
  const write = (path: string, mark: string | undefined) => {
    if (mark === undefined) marks.delete(path);
    else marks.set(path, mark);
    listeners.get('/a')?.();
  };
  return {
    clock,
    paths,
    listeners,
    stop,
    write,
    changes: () => changes,
    applyUntil: (done: Promise<void>) => void (applying = done),
  };
}

describe('createConfigWatch()', () => {
  it('tells once of a file that is written in several steps, when it stands still', async () => {
    const { clock, write, changes } = setUp();
    for (const mark of ['2', '3', '4']) {
      write('/a/one', mark);
      await clock.advanceAsync(150);
    }
    expect(changes()).toBe(0);
    await clock.advanceAsync(400);
    expect(changes()).toBe(1);
    await clock.advanceAsync(20_000);
    expect(changes()).toBe(1);
  });

  it('takes a file that is replaced for changed, not for gone', async () => {
    const { clock, write, changes } = setUp();
    write('/a/one', undefined);
    await clock.advanceAsync(500);
    expect(changes()).toBe(0);
    write('/a/one', '2');
    await clock.advanceAsync(1500);
    expect(changes()).toBe(1);
  });

  it('tells of files that appear and vanish', async () => {
    const { clock, write, changes } = setUp();
    write('/a/two', '1');
    await clock.advanceAsync(200);
    expect(changes()).toBe(1);
    write('/a/two', undefined);
    await clock.advanceAsync(1000);
    expect(changes()).toBe(2);
  });

  it('tells nothing where a file is as it was in the end, nor for the noise of its folder', async () => {
    const { clock, write, changes, listeners } = setUp();
    listeners.get('/a')?.();
    write('/a/one', '2');
    write('/a/one', '1');
    await clock.advanceAsync(10_000);
    expect(changes()).toBe(0);
  });

  it.each([
    ['the system tells nothing', { isDeaf: true }],
    ['events are not listened to', { hasEvents: false }],
  ])('sees a change by looking where %s', async (_, options) => {
    const { clock, write, changes } = setUp(options);
    write('/b/three', '1');
    await clock.advanceAsync(5000);
    expect(changes()).toBe(0);
    await clock.advanceAsync(200);
    expect(changes()).toBe(1);
  });

  it('looks again at what was written while the last change was applied', async () => {
    const { clock, write, changes, applyUntil } = setUp();
    let finish: () => void = () => undefined;
    applyUntil(new Promise((resolve) => (finish = resolve)));
    write('/a/one', '2');
    await clock.advanceAsync(200);
    write('/a/one', '3');
    await clock.advanceAsync(2000);
    expect(changes()).toBe(1);
    finish();
    await clock.advanceAsync(200);
    expect(changes()).toBe(2);
  });

  it('takes a path that it is given later for no change', async () => {
    const { clock, paths, write, changes } = setUp();
    paths.push('/a/four');
    write('/a/four', '1');
    await clock.advanceAsync(10_000);
    expect(changes()).toBe(0);
    write('/a/four', '2');
    await clock.advanceAsync(10_000);
    expect(changes()).toBe(1);
  });

  it('is over once it is stopped', async () => {
    const { clock, write, changes, stop, listeners } = setUp();
    write('/a/one', '2');
    stop();
    stop();
    await clock.advanceAsync(60_000);
    expect(changes()).toBe(0);
    expect(listeners.size).toBe(0);
  });
});
