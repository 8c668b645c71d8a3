import { describe, expect, it } from 'vitest';
import { createCallSlots } from './call-slots.js';

const never = new AbortController().signal;

describe('createCallSlots()', () => {
  it('lets only so many through, and the next in order when one is freed', async () => {
    const slots = createCallSlots(2);
    const order: string[] = [];
    const take = async (name: string) => {
      const free = await slots.take(never);
      order.push(name);
      return free;
    };
    const [freeA] = await Promise.all([take('a'), take('b')]);
    const c = take('c');
    const d = take('d');
    await Promise.resolve();
    expect(order).toEqual(['a', 'b']);
    freeA?.();
    freeA?.();
    await c;
    expect(order).toEqual(['a', 'b', 'c']);
    (await c)();
    await d;
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('forgets a waiting call that is aborted, and passes its turn on', async () => {
    const slots = createCallSlots(1);
    const free = await slots.take(never);
    const gone = new AbortController();
    const waiting = slots.take(gone.signal);
    const next = slots.take(never);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    free();
    (await next)();
    await expect(slots.take(AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  });
});
