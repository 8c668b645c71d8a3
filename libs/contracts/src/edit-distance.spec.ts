import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';

describe('editDistance()', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['serach', 'search', 1],
    ['lst', 'list', 1],
    ['issues', 'issue', 1],
    ['cat', 'cut', 1],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
  ])('counts from %j to %j %d changes, both ways', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
    expect(editDistance(right, left)).toBe(distance);
  });
});
