import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createRelister } from './relister.js';

describe('createRelister()', () => {
  it('makes one list of many notes, soon', async () => {
    const clock = fakeClock();
    let lists = 0;
    const relister = createRelister(clock, () => Promise.resolve(void (lists += 1)));
    for (let i = 0; i < 100; i += 1) relister.changed();
    await clock.advanceAsync(100);
    expect(lists).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('lists again for a note that came while it listed, and after a failure', async () => {
    const clock = fakeClock();
    let lists = 0;
    const relister = createRelister(clock, () => {
      lists += 1;
      if (lists === 1) relister.changed();
      return Promise.reject(new Error('down'));
    });
    relister.changed();
    await clock.advanceAsync(2_000);
    expect(lists).toBe(2);
  });

  it('lists at most once a second under a flood', async () => {
    const clock = fakeClock();
    let lists = 0;
    const relister = createRelister(clock, () => Promise.resolve(void (lists += 1)));
    for (let i = 0; i < 500; i += 1) {
      relister.changed();
      await clock.advanceAsync(10);
    }
    expect(lists).toBe(5);
  });

  it('does nothing more once it is closed', async () => {
    const clock = fakeClock();
    let lists = 0;
    const relister = createRelister(clock, () => Promise.resolve(void (lists += 1)));
    relister.changed();
    relister.close();
    relister.changed();
    await clock.advanceAsync(5_000);
    expect([lists, clock.pending]).toEqual([0, 0]);
  });
});
