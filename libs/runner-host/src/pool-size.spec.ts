import { describe, expect, it } from 'vitest';
import { poolSize } from './pool-size.js';

const ordinary = { cores: 4, totalMb: 16_384, freeMb: 8192 };

describe('poolSize()', () => {
  it.each([
    ['what is wanted on an ordinary machine', 2, ordinary, 2],
    ['none where none is wanted', 0, ordinary, 0],
    ['one on one core', 4, { ...ordinary, cores: 1 }, 1],
    ['one with little memory', 2, { ...ordinary, totalMb: 4095 }, 1],
    ['none with very little memory', 2, { ...ordinary, totalMb: 1023 }, 0],
    ['none while memory is scarce', 2, { ...ordinary, freeMb: 255 }, 0],
    ['none where none is wanted on a small machine', 0, { ...ordinary, cores: 1 }, 0],
  ])('is %s', (_, wanted, machine, size) => {
    expect(poolSize(wanted, machine)).toBe(size);
  });
});
