import { describe, expect, it } from 'vitest';
import type { UpstreamStatus } from '@sluice/contracts';
import { stderrLines } from './stderr-lines.js';

const failed = (message: string, stderrTail?: string) =>
  ({ error: { code: 'UPSTREAM_START', message, stderrTail } }) as UpstreamStatus;

describe('stderrLines()', () => {
  it('gives the end of stderr where the message does not hold all of it', () => {
    expect(stderrLines(failed('it exited; last words: "c | d"', 'b\n\n  c\nd'))).toEqual([
      'its stderr ends:',
      '| b',
      '| ',
      '|   c',
      '| d',
    ]);
  });

  it('gives nothing that the message says already, and nothing for nothing', () => {
    expect(stderrLines(failed('it exited; last words: "c | d"', 'c\nd'))).toEqual([]);
    expect(stderrLines(failed('it was not found'))).toEqual([]);
    expect(stderrLines({} as UpstreamStatus)).toEqual([]);
  });
});
