import { describe, expect, it } from 'vitest';
import { createTailBuffer } from './tail-buffer.js';

describe('createTailBuffer()', () => {
  it('keeps all of a short text', () => {
    const tail = createTailBuffer(100);
    tail.push(Buffer.from('one\ntw'));
    tail.push(Buffer.from('o\n'));
    expect(tail.text()).toBe('one\ntwo\n');
  });

  it('keeps the last whole lines of a flood', () => {
    const tail = createTailBuffer(20);
    for (let i = 0; i < 10_000; i += 1) tail.push(Buffer.from(`line ${i}\n`));
    expect(tail.text()).toBe('line 9999\n');
    tail.push(Buffer.from('x'.repeat(50)));
    expect(tail.text()).toBe('x'.repeat(20));
  });
});
