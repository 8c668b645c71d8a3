import type { Json } from '@sluice/contracts';
import { printJson, utf8Length } from '@sluice/json-text';
import { describe, expect, it } from 'vitest';
import { sizeOfArguments } from './size-of-arguments.js';

let turns = 0;
const clock = { pause: async () => void (turns += 1) };
const nested = (depth: number): Json => {
  let value: Json = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

describe('sizeOfArguments()', () => {
  it('knows the size of short arguments at once', async () => {
    const size = sizeOfArguments({ name: 'é', id: 12345678901234567890n }, clock);
    expect(size.now).toBe(39);
    expect(await size.measure()).toBe(39);
  });

  it('measures long ones in turns', async () => {
    const args = { text: 'é"'.repeat(1_000_000), rows: Array<Json>(200_000).fill({ a: 1 }) };
    turns = 0;
    const size = sizeOfArguments(args, clock);
    expect(size.now).toBeUndefined();
    expect(await size.measure()).toBe(utf8Length(printJson(args)));
    expect(turns).toBeGreaterThan(2);
  });

  it('has none of what is nested deeper than the stack', async () => {
    const size = sizeOfArguments(nested(200_000), clock);
    expect(size.now).toBeUndefined();
    expect(await size.measure()).toBeUndefined();
  });
});
