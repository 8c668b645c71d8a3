import { describe, expect, it } from 'vitest';
import { homeFolder } from './home-folder.js';

describe('homeFolder()', () => {
  it('is never relative to where Sluice runs', () => {
    const unknown = () => {
      throw new Error('ENOENT');
    };
    const cases = [
      [() => '/home/ann', () => '/never'],
      [() => '', () => '/home/ann'],
      [() => '.', () => '/home/ann'],
      [() => 'home', unknown],
      [unknown, unknown],
    ];
    expect(cases.map((sources) => homeFolder(sources, '/'))).toEqual([
      '/home/ann',
      '/home/ann',
      '/home/ann',
      '/',
      '/',
    ]);
  });
});
