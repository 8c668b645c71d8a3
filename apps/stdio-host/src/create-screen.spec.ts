import { describe, expect, it } from 'vitest';
import { createScreen } from './create-screen.js';

function screen(isTTY: boolean, columns = 20) {
  const written: string[] = [];
  const stream = (name: string) => ({
    write: (text: string) => written.push(`${name}:${text}`),
    isTTY,
    columns,
  });
  return { written, ...createScreen(stream('out'), stream('err')) };
}

describe('createScreen()', () => {
  it('shows a passing line, and takes it away before anything else is written', () => {
    const { written, progress, note, print } = screen(true);
    progress?.('one');
    progress?.('two');
    note('word');
    progress?.('three');
    print('answer');
    progress?.(undefined);
    const erase = 'err:\r\u001b[K';
    expect(written).toEqual([
      'err:one',
      erase,
      'err:two',
      erase,
      'err:word\n',
      'err:three',
      erase,
      'out:answer\n',
    ]);
  });

  it('cuts a passing line that would wrap', () => {
    const { written, progress } = screen(true, 10);
    progress?.('connecting, 1 of 3 done');
    expect(written).toEqual(['err:connecti…']);
  });

  it('takes a terminal that does not know its width for an ordinary one', () => {
    const { written, progress } = screen(true, 0);
    progress?.('connecting');
    expect(written).toEqual(['err:connecting']);
  });

  it('shows none where stderr is no terminal', () => {
    expect(screen(false).progress).toBeUndefined();
  });
});
