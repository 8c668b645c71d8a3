import type { ContentBlock } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { checkBlocks } from './check-blocks.js';

describe('checkBlocks()', () => {
  it('keeps every kind of MCP content as it is', () => {
    const blocks: ContentBlock[] = [
      { type: 'text', text: 'hi' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'a:b', text: 'x' } },
      { type: 'resource_link', uri: 'file:///x', name: 'x' },
    ];
    expect(checkBlocks(blocks)).toEqual({ blocks, notes: [] });
  });

  it('names the first few that are none, and counts the others', () => {
    const bad = Array.from({ length: 1000 }, () => ({ type: 'weird' }));
    const { blocks, notes } = checkBlocks([{ type: 'text', text: 'good' }, ...bad]);
    expect(blocks).toHaveLength(1);
    expect(notes).toHaveLength(6);
    expect(notes.at(4)).toMatch(/^emit\(\): block 6 is no MCP content and was left out: /);
    expect(notes.at(5)).toBe('emit(): 995 more blocks of that kind were left out.');
    expect(checkBlocks(bad.slice(0, 6)).notes.at(5)).toBe(
      'emit(): 1 more block of that kind was left out.',
    );
  });

  it.each<[ContentBlock, string]>([
    [{ type: 'weird' }, 'its type must be one of text, image, audio, resource, resource_link.'],
    [{ type: 'text' }, '"text": Invalid input: expected string, received undefined.'],
    [{ type: 'image', data: '!!', mimeType: 'x' }, '"data": Invalid Base64 string.'],
    [
      { type: 'text', text: 'x', annotations: { priority: 5 } },
      '"annotations.priority": Too big: expected number to be <=1.',
    ],
    [
      { type: 'constructor' },
      'its type must be one of text, image, audio, resource, resource_link.',
    ],
  ])('leaves out %j and says why', (bad, why) => {
    const good = { type: 'text', text: 'good' };
    expect(checkBlocks([good, bad, good])).toEqual({
      blocks: [good, good],
      notes: [`emit(): block 2 is no MCP content and was left out: ${why}`],
    });
  });
});
