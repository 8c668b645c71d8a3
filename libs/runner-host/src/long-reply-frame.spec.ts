import { describe, expect, it } from 'vitest';
import { isLongAnswer, longReplyFrame } from './long-reply-frame.js';
import type { HostAnswer, ProgramRequest } from './program-requests.js';
import { replyFrame } from './reply-frame.js';

const request = {
  name: 'call-start',
  payload: { id: 7, toolId: 'mcp__a__b', args: {} },
} as const satisfies ProgramRequest;
const bytesOf = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('latin1');
const long = 'é"\ud83e'.repeat(400_000);

describe('longReplyFrame()', () => {
  it.each<[string, HostAnswer]>([
    ['a text', { ok: true, value: long }],
    ['a value', { ok: true, value: { rows: [long, { id: 12345678901234567890n }] } }],
    [
      'a value that was read from text',
      { ok: true, value: [long], valueText: `[ "${'x'.repeat(2_000_000)}" ]` },
    ],
    ['text in wire form', { ok: true, json: JSON.stringify([long]), isWire: true }],
  ])('is what replyFrame() makes of %s, and others have turns meanwhile', async (_, answer) => {
    let turns = 0;
    expect(isLongAnswer(answer)).toBe(true);
    const frame = await longReplyFrame(request, answer, async () => void (turns += 1));
    expect(bytesOf(frame)).toBe(bytesOf(replyFrame(request, answer)));
    expect(turns).toBeGreaterThan(0);
  });

  it('is not for what is short, for files and for errors', () => {
    const error = { name: 'Error', code: 'INTERNAL', message: long } as const;
    const answers: HostAnswer[] = [
      { ok: true, value: ['short'] },
      { ok: true, value: [long], valueText: '[]' },
      { ok: true, bytes: new Uint8Array(2_000_000) },
      { ok: false, error },
    ];
    expect(answers.map(isLongAnswer)).toEqual([false, false, false, false]);
  });
});
