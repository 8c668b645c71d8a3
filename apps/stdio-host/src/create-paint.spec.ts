import { describe, expect, it } from 'vitest';
import { createPaint } from './create-paint.js';

describe('createPaint()', () => {
  it('colours words on a terminal', () => {
    const paint = createPaint({ isTTY: true }, { NO_COLOR: '' });
    expect([paint.good('ok'), paint.bad('no'), paint.faint('-'), paint.bad('')]).toEqual([
      '\u001b[32mok\u001b[0m',
      '\u001b[31mno\u001b[0m',
      '\u001b[2m-\u001b[0m',
      '',
    ]);
  });

  it.each([
    ['elsewhere', {}, {}],
    ['where NO_COLOR is set', { isTTY: true }, { NO_COLOR: '1' }],
    ['on a terminal that has none', { isTTY: true }, { TERM: 'dumb' }],
  ])('leaves them plain %s', (_, output, variables) => {
    expect(createPaint(output, variables).bad('no')).toBe('no');
  });
});
