import { fakeUpstreams } from '@sluice/contracts/testing';
import { createCatalogueView } from '@sluice/core';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { describeCatalogue } from './describe-catalogue.js';

const upstreams = fakeUpstreams({
  'my-files': { read: { description: 'Reads a file.', run: () => 1 }, wipe: () => 1 },
  mail: { send: () => 1 },
});
const policy = compilePolicy([{ match: '*wipe', action: 'deny' }], 'ask');
const view = createCatalogueView({ upstreams, policy });

describe('describeCatalogue()', () => {
  it('shows all signatures where they fit, without what the policy denies', () => {
    expect(describeCatalogue({ view, upstreams, inlineMaxBytes: 4096 })).toBe(
      [
        'Tools:',
        'tools.my_files.read(args?: Record<string, unknown>): Promise<unknown>',
        '  // mcp__my-files__read: Reads a file.',
        'tools.mail.send(args?: Record<string, unknown>): Promise<unknown>',
      ].join('\n'),
    );
  });

  it('says how many there are where some client may cut the text', () => {
    const tools = Array.from({ length: 30 }, (_, n) => [`tool_${n}`, () => 1] as const);
    const long = fakeUpstreams({ many: Object.fromEntries(tools) });
    const description = describeCatalogue({
      view: createCatalogueView({ upstreams: long, policy }),
      upstreams: long,
      inlineMaxBytes: 4096,
    });
    expect(description.split('\n')[0]).toBe(
      'Tools, 30 in all (search_tools finds those that are cut off here):',
    );
  });

  it('shows servers with counts where they do not', () => {
    expect(describeCatalogue({ view, upstreams, inlineMaxBytes: 100 })).toBe(
      [
        'Servers (find their tools with search_tools):',
        'tools.my_files: 1 tool',
        'tools.mail: 1 tool',
      ].join('\n'),
    );
  });

  it('names a server whose tools are not known yet, and says when there are none', () => {
    const waiting = fakeUpstreams({ slow: { x: () => 1 } });
    waiting.setStatus('slow', {
      state: 'connecting',
      toolsFrom: 'none',
      description: 'The slow one',
    });
    const describeAll = (port: typeof waiting) =>
      describeCatalogue({
        view: createCatalogueView({ upstreams: port, policy }),
        upstreams: port,
        inlineMaxBytes: 4096,
      });
    expect(describeAll(waiting)).toBe(
      'Servers (find their tools with search_tools):\ntools.slow. The slow one',
    );
    expect(describeAll(fakeUpstreams({}))).toBe('No servers are configured.');
  });
});
