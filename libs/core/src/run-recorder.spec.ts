import { describe, expect, it } from 'vitest';
import { createRunRecorder } from './run-recorder.js';

describe('createRunRecorder()', () => {
  it('keeps no more than 1000 blocks of a run, however small they are', () => {
    const recorder = createRunRecorder({
      maxLogBytes: 1000,
      maxEmitBytes: 1_000_000,
      maxEmitTextBytes: 1000,
    });
    for (let n = 0; n < 5000; n += 1) recorder.addBlock({ type: 'image', data: '' });
    expect(recorder.emitted()).toHaveLength(1000);
    expect(recorder.notes()).toEqual([
      'emit(): 4000 of 5000 blocks (104000 bytes) were left out; one run may emit 1000 blocks, 1000 bytes of text (results.inlineMaxBytes) and 1000000 bytes in all (results.maxResultBytes).',
    ]);
  });
});
