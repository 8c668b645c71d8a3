import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { unwrapResult } from './unwrap-result.js';

const text = (value: string) => ({ type: 'text', text: value });
const valueOf = async (raw: Json) => (await unwrapResult(raw)).value;

describe('unwrapResult()', () => {
  it('takes structured content before text, and before nothing', async () => {
    expect(await valueOf({ content: [text('words')], structuredContent: { a: 1 } })).toEqual({
      a: 1,
    });
    expect(await valueOf({ structuredContent: [1, 2] })).toEqual([1, 2]);
    expect(await valueOf({ content: [], structuredContent: 0 })).toBe(0);
  });

  it('counts structured null as none where there is content', async () => {
    const result = await unwrapResult({ content: [text('{"a":3}')], structuredContent: null });
    expect(result.value).toEqual({ a: 3 });
    expect('structuredContent' in result).toBe(false);
    expect(await valueOf({ content: [], structuredContent: null })).toBeNull();
  });

  it('parses a text that is as a whole an object or array, with all digits', async () => {
    expect(await valueOf({ content: [text(' {"id":725653563933458432} ')] })).toEqual({
      id: 725653563933458432n,
    });
    expect(await valueOf({ content: [text('[1,'), text('2]')] })).toEqual([1, 2]);
  });

  it.each([
    '007',
    'true',
    'null',
    '"quoted"',
    '12',
    'plain',
    '{"broken": ',
    '{"a":1} tail',
    '[1] [2]',
    '',
  ])('leaves the text %j as it is', async (words) =>
    expect(await valueOf({ content: [text(words)] })).toBe(words),
  );

  it('gives the JSON text that a value was read from, as it came', async () => {
    const words = '{ "a": 1.0, "a": 2,\n "big": 12345678901234567890 }\n';
    expect(await unwrapResult({ content: [text(`\ufeff ${words}`)] })).toMatchObject({
      value: { a: 2, big: 12345678901234567890n },
      valueText: words,
    });
    for (const plain of ['words', '[broken', '7', '["\ud83e"]'])
      expect((await unwrapResult({ content: [text(plain)] })).valueText).toBeUndefined();
    const structured = { content: [text('{"a":1}')], structuredContent: { a: 1 } };
    expect((await unwrapResult(structured)).valueText).toBeUndefined();
  });

  it('joins several texts by newlines', async () => {
    expect(await valueOf({ content: [text('a'), text('b')] })).toBe('a\nb');
  });

  it('gives blocks beside the text as soon as one is no text', async () => {
    const link = { type: 'resource_link', uri: 'file:///r.csv', name: 'r', size: 12 };
    const page = {
      type: 'resource',
      resource: { uri: 'mem://a', mimeType: 'text/plain', text: 'body' },
    };
    const result = await unwrapResult({
      content: [
        text('see'),
        { type: 'image', data: 'AAEC', mimeType: 'image/png', annotations: { priority: 1 } },
        { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'mem://b', blob: 'AAE=' } },
        page,
        link,
        { type: 'hologram', data: 'zzz' },
      ],
    });
    expect(result.value).toEqual({ text: 'see', content: result.content });
    // The gate tells by this that it may take media out of both.
    expect((result.value as { content: unknown }).content).toBe(result.content);
    expect(result.content[1]).toMatchObject({ data: 'AAEC' });
  });

  it('says whether it is an error, and gives the raw result and its size', async () => {
    const raw = { isError: true, content: [text('no')], _meta: { id: 12345678901234567890n } };
    expect(await unwrapResult(raw)).toEqual({
      isError: true,
      content: [text('no')],
      value: 'no',
      raw,
      sizeBytes:
        '{"isError":true,"content":[{"type":"text","text":"no"}],"_meta":{"id":12345678901234567890}}'
          .length,
    });
    expect((await unwrapResult(raw, 77)).sizeBytes).toBe(77);
    expect((await unwrapResult({ isError: 'yes' })).isError).toBe(false);
  });

  it('reads content that is no list of blocks as what it means', async () => {
    expect(await valueOf({ content: 'plain words' })).toBe('plain words');
    expect(await valueOf({ content: text('{"a":1}') })).toEqual({ a: 1 });
    expect(await valueOf({ content: ['a', null, 5, text('b')] })).toBe('a\n5\nb');
    expect(await valueOf({ content: { type: 'hologram', depth: 3 } })).toEqual({
      text: '',
      content: [{ type: 'hologram', depth: 3 }],
    });
  });

  it('parses JSON behind a byte order mark', async () => {
    expect(await valueOf({ content: [text('\uFEFF{"a":1}')] })).toEqual({ a: 1 });
  });

  it('leaves JSON text that nests deeper than is carried a text', async () => {
    const deep = `${'['.repeat(1001)}${']'.repeat(1001)}`;
    expect(await valueOf({ content: [text(deep)] })).toBe(deep);
    expect(await valueOf({ content: [text(deep.slice(1, -1))] })).not.toBe(deep);
  });

  it.each([
    null,
    'text',
    5,
    [],
    {},
    { content: null },
    { content: [null, 5, {}] },
    { content: { 0: 'x' } },
  ])('survives a result that is none: %j', async (raw) => {
    const result = await unwrapResult(raw as Json);
    expect(result.raw).toBe(raw);
    expect(result.isError).toBe(false);
  });
});
