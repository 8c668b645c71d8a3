import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.js';

describe('createQueue()', () => {
  it('does what an array does', () => {
    const steps = fc.array(fc.constantFrom('push', 'shift', 'unshift', 'first'), {
      maxLength: 6000,
      size: 'max',
    });
    fc.assert(
      fc.property(steps, (names) => {
        const queue = createQueue<number>();
        const array: number[] = [];
        for (const [at, name] of names.entries()) {
          if (name === 'first') expect(queue.first()).toBe(array[0]);
          else if (name === 'shift') expect(queue.shift()).toBe(array.shift());
          else {
            queue[name](at);
            array[name](at);
          }
        }
        expect(queue.size).toBe(array.length);
        expect(queue.values()).toEqual(array);
      }),
      { numRuns: 30 },
    );
  });

  it('goes on over thousands that came and went', () => {
    const queue = createQueue<number>();
    for (let at = 0; at < 5000; at += 1) {
      queue.push(at);
      if (at > 2) queue.shift();
    }
    expect([queue.size, ...queue.values()]).toEqual([3, 4997, 4998, 4999]);
  });

  it('holds nothing that has left', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const queue = createQueue<object>();
    const seen: WeakRef<object>[] = [];
    for (let at = 0; at < 500; at += 1) {
      const value = { at };
      seen.push(new WeakRef(value));
      queue.push(value);
      if (at >= 10) queue.shift();
    }
    // What a WeakRef was made of stays until the turn is over.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const isThere = seen.map((ref) => ref.deref() !== undefined);
    expect(isThere.filter(Boolean)).toHaveLength(10);
    expect(queue.size).toBe(10);
  });
});
