import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.js';

const never = new AbortController().signal;

describe('createSemaphore()', () => {
  it('hands out no more than its slots, first come, first served', async () => {
    const semaphore = createSemaphore(2);
    const order: number[] = [];
    let held = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const release = await semaphore.acquire(never);
        order.push(i);
        held += 1;
        most = Math.max(most, held);
        await Promise.resolve();
        held -= 1;
        release();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('counts a slot that is given back twice once', async () => {
    const semaphore = createSemaphore(1);
    const release = await semaphore.acquire(never);
    release();
    release();
    await semaphore.acquire(never);
    let isSecond = false;
    void semaphore.acquire(never).then(() => (isSecond = true));
    await Promise.resolve();
    expect(isSecond).toBe(false);
  });

  it('leaves the queue when the signal is aborted, and holds nothing then', async () => {
    const semaphore = createSemaphore(1);
    const release = await semaphore.acquire(never);
    const impatient = new AbortController();
    const lost = semaphore.acquire(impatient.signal);
    const patient = semaphore.acquire(never);
    impatient.abort(new Error('enough'));
    await expect(lost).rejects.toThrow('enough');
    await expect(semaphore.acquire(impatient.signal)).rejects.toThrow('enough');
    release();
    (await patient)();
    (await semaphore.acquire(never))();
  });

  it.each([0, -3, 0.5])('has one slot where it is made with %j', async (slots) => {
    const semaphore = createSemaphore(slots);
    (await semaphore.acquire(never))();
    await semaphore.acquire(never);
  });
});
