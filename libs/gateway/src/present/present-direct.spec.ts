import type { ContentBlock, Json, UpstreamResult } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { envelopeFor } from './envelopes.js';
import { presentDirect } from './present-direct.js';

const text = (value: string) => ({ type: 'text', text: value });
const passed = (
  result: { content?: readonly ContentBlock[]; structuredContent?: Json; _meta?: Json },
  hasOutputSchema = false,
) => {
  const { content = [], structuredContent } = result;
  const whole = {
    isError: false,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    value: null,
    raw: result as Json,
    sizeBytes: 1,
  } satisfies UpstreamResult;
  const options = { hasOutputSchema, envelope: envelopeFor(['direct']) };
  return presentDirect({ status: 'passed', result: whole }, options);
};

describe('presentDirect()', () => {
  it('hands on content, structure and _meta as they came', () => {
    const result = { content: [text('1')], structuredContent: { n: 1 }, _meta: { a: 'b' } };
    expect(passed(result)).toEqual({ ...result, isError: false });
  });

  it('makes a text of a block that no client would take', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const broken = { type: 'image', data: 5 };
    expect(passed({ content: [image, broken, { type: 'hologram' }] }).content).toEqual([
      image,
      text('{"type":"image","data":5}'),
      text('{"type":"hologram"}'),
    ]);
  });

  it('shows what is only structure as text, too: many clients show their model nothing else', () => {
    const structuredContent = { total: 2 };
    expect(passed({ structuredContent })).toEqual({
      content: [text('{"total":2}')],
      structuredContent,
      isError: false,
    });
  });

  it('shows structure that is no object as text, unless a text says it already', () => {
    expect(passed({ structuredContent: [1, 2] })).toEqual({
      content: [text('[1,2]')],
      isError: false,
    });
    const summary = text('two numbers');
    expect(passed({ structuredContent: [1, 2], content: [summary] }).content).toEqual([
      summary,
      text('[1,2]'),
    ]);
    const same = text('[1, 2]');
    expect(passed({ structuredContent: [1, 2], content: [same] }).content).toEqual([same]);
  });

  it('loses no part of a structure with long integers beside a text that says less', () => {
    const structuredContent = { id: 12345678901234567890n, small: 12 };
    const less = text('{"id":12345678901234567890}');
    const whole = text('{"id":12345678901234567890,"small":12}');
    expect(passed({ structuredContent, content: [less] })).toEqual({
      content: [less, whole],
      isError: false,
    });
    expect(passed({ structuredContent, content: [whole] }).content).toEqual([whole]);
    expect(passed({ structuredContent, content: [less] }, true)).toEqual({
      content: [less, whole],
      structuredContent: { id: 12345678901234567000, small: 12 },
      isError: false,
    });
  });

  it('keeps all digits of long integers, in a text where a client is not held to a schema', () => {
    const structuredContent = { n: 12345678901234567890n };
    expect(passed({ structuredContent })).toEqual({
      content: [text('{"n":12345678901234567890}')],
      isError: false,
    });
    expect(passed({ structuredContent, content: [text('{"n":12345678901234567890}')] })).toEqual({
      content: [text('{"n":12345678901234567890}')],
      isError: false,
    });
    expect(passed({ structuredContent }, true)).toMatchObject({
      structuredContent: { n: 12345678901234567000 },
    });
  });

  it.each([
    [['direct', 'results'], 'Go on with select_result'],
    [['direct', 'code'], 'Go on in a program'],
    [['direct'], 'To go on, the user has to show you the group "results"'],
  ] as const)('names in an envelope for %j how to go on: %s', (groups, goOn) => {
    const stored = {
      ref: 'res_1',
      kind: 'json',
      contentType: 'application/json',
      sizeBytes: 40_000,
      source: 'mcp__a__b',
      createdAt: 0,
      expiresAt: 1_000,
      isPinned: false,
    } as const;
    const value = {
      kind: 'reference',
      stored,
      shape: '{ n: number }',
      preview: '{"n":1',
      previewMaxBytes: 99,
    } as const;
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const report = { status: 'kept', value, media: [image], isError: false } as const;
    const options = { hasOutputSchema: false, envelope: envelopeFor(groups) };
    const answer = presentDirect(report, options);
    expect(answer.content[0]?.text).toContain(goOn);
    expect(answer.content[1]).toEqual(image);
    expect(answer.structuredContent).toBeUndefined();

    const other = presentDirect(report, { ...options, envelope: envelopeFor(['toolpipe']) });
    expect(other.structuredContent).toEqual({
      toolpipe: {
        virtualized: true,
        ref: 'res_1',
        content_type: 'application/json',
        size_bytes: 40_000,
        source_tool: 'mcp__a__b',
        expires_at: '1970-01-01T00:00:01+00:00',
        preview: { shape: '{ n: number }', text: '{"n":1' },
      },
    });
  });
});
