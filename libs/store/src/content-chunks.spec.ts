import { describe, expect, it } from 'vitest';
import { contentChunks } from './content-chunks.js';
import { sizeOfContent } from './size-of-content.js';

const joined = (content: Parameters<typeof contentChunks>[0]) =>
  Buffer.concat([...contentChunks(content)]);

describe('contentChunks()', () => {
  it('gives a text in pieces that never end inside a character', () => {
    const text = `${'a'.repeat(524_287)}🦆é${'b'.repeat(600_000)}`;
    const chunks = [...contentChunks(text)];
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks)
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(chunk)).not.toThrow();
    expect(Buffer.concat(chunks).toString('utf8')).toBe(text);
  });

  it('decodes base64 of several pieces, whatever lines it is broken into', () => {
    const bytes = Buffer.from(Array.from({ length: 1_000_001 }, (_, at) => (at * 7) % 251));
    const base64 = bytes.toString('base64');
    expect(joined({ base64 }).equals(bytes)).toBe(true);
    const lines = base64.replace(/.{76}/g, (line) => `${line}\r\n`);
    expect(joined({ base64: lines }).equals(bytes)).toBe(true);
    expect(joined({ base64: bytes.toString('base64url') }).equals(bytes)).toBe(true);
  });

  it('gives nothing of what is no base64 at all', () => {
    expect(joined({ base64: '' })).toHaveLength(0);
    expect(joined({ base64: '\u0000 !"§' })).toHaveLength(0);
  });
});

describe('sizeOfContent()', () => {
  it('counts the bytes of UTF-8, also where a character stands between two stretches', async () => {
    const text = `${'é'.repeat(4_194_303)}🦆${'x'.repeat(10)}`;
    expect(await sizeOfContent(text)).toBe(Buffer.byteLength(text));
    expect(await sizeOfContent('')).toBe(0);
    expect(await sizeOfContent(new Uint8Array(7))).toBe(7);
  });

  it('says of base64 at least what it decodes to', async () => {
    expect(await sizeOfContent({ base64: 'AP8HCAk=' })).toBe(5);
    expect(await sizeOfContent({ base64: 'AP8H\r\nCAk=' })).toBeGreaterThanOrEqual(5);
  });
});
