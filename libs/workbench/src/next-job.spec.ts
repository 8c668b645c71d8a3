import { describe, expect, it } from 'vitest';
import { nextJob } from './next-job.js';

const of = (...owners: readonly string[]) => owners.map((owner, index) => ({ owner, index }));

describe('nextJob()', () => {
  it('takes the oldest of those for whom least is being done', () => {
    expect(nextJob(of('a', 'b', 'b'), of(), 4)).toEqual({ owner: 'a', index: 0 });
    expect(nextJob(of('a', 'b', 'c'), of('a'), 4)).toEqual({ owner: 'b', index: 1 });
    expect(nextJob(of('a', 'b'), of('a', 'b', 'b'), 8)).toEqual({ owner: 'a', index: 0 });
  });

  it('leaves half of the threads to the other sessions', () => {
    expect(nextJob(of('a', 'a'), of('a', 'a'), 4)).toBeUndefined();
    expect(nextJob(of('a', 'a', 'b'), of('a', 'a'), 4)).toEqual({ owner: 'b', index: 2 });
    expect(nextJob(of('a'), of(), 1)).toEqual({ owner: 'a', index: 0 });
  });

  it('takes none when every thread is busy, or nothing waits', () => {
    expect(nextJob(of('c'), of('a', 'a', 'b', 'b'), 4)).toBeUndefined();
    expect(nextJob(of(), of(), 4)).toBeUndefined();
  });
});
