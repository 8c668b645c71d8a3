import { describe, expect, it } from 'vitest';
import { presentFiles } from './present-files.js';

const file = (name: string, sizeBytes = 1200) => ({
  name,
  path: `/state/sluice/files/f/${name}`,
  sizeBytes,
  savedAt: 0,
  expiresAt: 1,
});

describe('presentFiles()', () => {
  it('says nothing of no files', () => {
    expect(presentFiles([])).toBeUndefined();
  });

  it('names each file with its size, and the folder once', () => {
    expect(presentFiles([file('report.csv'), file('日本.bin', 12_345_678)])).toBe(
      'saved: report.csv 1.2 kB, 日本.bin 12 MB, in /state/sluice/files/f',
    );
  });

  it('counts those beyond the eighth with their size', () => {
    const files = Array.from({ length: 11 }, (_, index) => file(`f${index}`));
    expect(presentFiles(files)).toBe(
      'saved: f0 1.2 kB, f1 1.2 kB, f2 1.2 kB, f3 1.2 kB, f4 1.2 kB, f5 1.2 kB, f6 1.2 kB, f7 1.2 kB and 3 more (3.6 kB), in /state/sluice/files/f',
    );
  });

  it('quotes a name that could pass for more than a name', () => {
    expect(presentFiles([file('a 1 kB, in x'), file('b\u200dc')])).toBe(
      'saved: "a 1 kB, in x" 1.2 kB, "b\\u200dc" 1.2 kB, in /state/sluice/files/f',
    );
  });
});
