import type { ContentBlock, UpstreamResult } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { fakeClock, memoryResultStore, smallResultSettings } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { keepMedia } from './keep-media.js';
import { isHandle, loadMedia } from './load-media.js';

const store = () => memoryResultStore(smallResultSettings, fakeClock());
const place = { sessionId: 's1', source: 'mcp__camera__shot' };
const text = { type: 'text', text: 'see' };
const image = { type: 'image', data: 'AAEC', mimeType: 'image/png', annotations: { priority: 1 } };
const blob = { type: 'resource', resource: { uri: 'mem://b', blob: 'AAE=' } };

function resultOf(content: readonly ContentBlock[]): UpstreamResult {
  const value = { text: 'see', content };
  return { isError: false, content, value, raw: { content, _meta: { a: 1 } }, sizeBytes: 100 };
}

describe('keepMedia()', () => {
  it('puts handles in the place of media, in the content, the value and the raw result alike', async () => {
    const kept = store();
    const page = { type: 'resource', resource: { uri: 'mem://a', text: 'body' } };
    const audio = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };
    const other = { type: 'hologram', data: 'zzz' };
    const { result, failure } = await keepMedia(resultOf([text, image, audio, blob, page, other]), {
      store: kept,
      ...place,
    });
    const refs = (await kept.list('s1')).map(({ ref }) => ref);
    const content = [
      text,
      {
        type: 'image',
        mimeType: 'image/png',
        annotations: { priority: 1 },
        sizeBytes: 3,
        ref: refs[0],
      },
      { type: 'audio', mimeType: 'audio/wav', sizeBytes: 1, ref: refs[1] },
      { type: 'resource', resource: { uri: 'mem://b', sizeBytes: 2, ref: refs[2] } },
      page,
      other,
    ];
    expect(failure).toBeUndefined();
    expect(result.content).toEqual(content);
    expect(result.value).toEqual({ text: 'see', content });
    expect(result.raw).toEqual({ content, _meta: { a: 1 } });
    expect(await kept.list('s1')).toMatchObject([
      { kind: 'bytes', contentType: 'image/png', source: 'mcp__camera__shot' },
      { kind: 'bytes', contentType: 'audio/wav' },
      { kind: 'bytes', contentType: 'application/octet-stream' },
    ]);
  });

  it('leaves a structured value as it is, and a result without media untouched', async () => {
    const structured = { ...resultOf([image]), value: { content: 'mine' } };
    expect((await keepMedia(structured, { store: store(), ...place })).result.value).toEqual({
      content: 'mine',
    });
    const plain = resultOf([text]);
    expect((await keepMedia(plain, { store: store(), ...place })).result).toBe(plain);
  });

  it('takes a reference that an upstream wrote itself for nothing', async () => {
    const forged = { type: 'image', mimeType: 'image/png', ref: 'res_1', sizeBytes: 5 };
    const { result } = await keepMedia(resultOf([forged, { ...image, ref: 'res_1' }]), {
      store: store(),
      ...place,
    });
    expect(result.content[0]).toEqual({ type: 'image', mimeType: 'image/png' });
    expect(result.content[1]?.['ref']).not.toBe('res_1');
  });

  it('believes no media type that is none', async () => {
    const kept = store();
    const types = ['image/svg+xml', 'text/plain; charset=utf-8', 'image/png\u202e\n', '', 7];
    const images = types.map((mimeType) => ({ ...image, mimeType }));
    await keepMedia(resultOf(images), { store: kept, ...place });
    const other = 'application/octet-stream';
    expect((await kept.list('s1')).map(({ contentType }) => contentType)).toEqual([
      'image/svg+xml',
      'text/plain; charset=utf-8',
      other,
      other,
      other,
    ]);
  });

  it('gives a size without a reference where the store cannot take it, and still no base64', async () => {
    const failure = new SluiceError('INTERNAL', 'disk full');
    const full = { put: () => Promise.reject(failure) };
    const given = await keepMedia(resultOf([text, image]), { store: full, ...place });
    expect(given.failure).toBe(failure);
    expect(given.result.content[1]).toMatchObject({ sizeBytes: 3 });
    expect(JSON.stringify(given.result)).not.toContain('AAEC');
  });
});

describe('loadMedia()', () => {
  it('gives back the block that was kept, of a resource too', async () => {
    const kept = store();
    const { result } = await keepMedia(resultOf([image, blob]), { store: kept, ...place });
    const [first, second] = result.content.filter(isHandle);
    const load = (handle: ContentBlock | undefined) =>
      loadMedia(handle ?? {}, 1000, { store: kept, sessionId: 's1' });
    expect(await load(first)).toEqual({ ok: true, block: image, sizeBytes: 4 });
    expect(await load(second)).toEqual({
      ok: true,
      sizeBytes: 4,
      block: {
        type: 'resource',
        resource: { uri: 'mem://b', mimeType: 'application/octet-stream', blob: 'AAE=' },
      },
    });
  });

  it('says why there is none: another session, another kind, too much', async () => {
    const kept = store();
    const bytes = new Uint8Array(90);
    const media = { kind: 'bytes', bytes, contentType: 'image/png', source: 'a' } as const;
    const { ref } = await kept.put('s1', media);
    const value = await kept.put('s1', { kind: 'json', text: '[]', source: 'a' });
    const load = (name: string, maxBytes: number, sessionId: string) =>
      loadMedia({ type: 'image', ref: name, sizeBytes: 1 }, maxBytes, { store: kept, sessionId });
    expect(await load(ref, 1000, 's2')).toEqual({
      ok: false,
      problem: `"${ref}" is not there: unknown, released, or its time was up`,
    });
    expect(await load(value.ref, 1000, 's1')).toEqual({
      ok: false,
      problem: `"${value.ref}" is a value, not media`,
    });
    expect(await load(ref, 100, 's1')).toEqual({
      ok: false,
      problem: `"${ref}" takes 120 bytes, 100 are left`,
    });
  });
});
