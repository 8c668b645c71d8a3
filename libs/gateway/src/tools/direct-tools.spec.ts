import { fakeUpstreams } from '@sluice/contracts/testing';
import type { FakeUpstreamTable } from '@sluice/contracts/testing';
import { createCatalogueView, createResultModes } from '@sluice/core';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { envelopeFor } from '../present/envelopes.js';
import { createDirectRows } from './direct-rows.js';
import { createDirectTools } from './direct-tools.js';

function setUp(table: FakeUpstreamTable, prefixes: Readonly<Record<string, string>> = {}) {
  const upstreams = fakeUpstreams(table);
  const view = createCatalogueView({ upstreams, policy: compilePolicy([], 'ask') });
  const notes: string[] = [];
  const directTools = createDirectTools({
    view,
    serverOf: (name) => {
      const prefix = prefixes[name];
      return prefix === undefined ? {} : { prefix };
    },
    reserved: new Set(['run_code', 'search_tools']),
    note: (line) => void notes.push(line),
  });
  const names = () => directTools.all().map(({ name }) => name);
  return { upstreams, view, directTools, names, notes };
}

const one = () => 1;

describe('createDirectTools()', () => {
  it('names tools by server or prefix, in the order of the servers and then by name', () => {
    const { names } = setUp(
      { zoo: { see: one, feed: one }, 'my files': { read: one } },
      { zoo: 'z' },
    );
    expect(names()).toEqual(['z_feed', 'z_see', 'my_files_read']);
  });

  it('keeps the same order whatever the order in which a server lists', () => {
    const { upstreams, names } = setUp({ a: { y: one, x: one } });
    const before = names();
    upstreams.setTools('a', { x: one, y: one });
    expect(names()).toEqual(before);
  });

  it('leaves out a tool that would take a name of ours, and tells both names once', () => {
    const { upstreams, names, notes, directTools } = setUp({ run: { code: one, other: one } });
    expect(names()).toEqual(['run_other']);
    upstreams.setTools('run', { code: one });
    expect(names()).toEqual([]);
    expect(directTools.byName('run_code')).toBeUndefined();
    expect(notes).toEqual([
      'sluice: error: the tool "code" of the server "run" cannot be shown as "run_code", which is the name of a tool of Sluice itself; programs can call it',
      '  hint: Set "prefix" of "run" to another word.',
    ]);
  });

  it('finds tools by the names and ids that two servers would share', () => {
    const { directTools } = setUp({ a_b: { c: one }, a: { b_c: one } });
    const found = directTools.all().map(({ name }) => directTools.byName(name)?.tool.id);
    expect(found).toEqual(['mcp__a_b__c', 'mcp__a__b_c']);
    expect(directTools.byId('mcp__a__b_c')?.tool.server).toBe('a');
  });

  it('shows schemas as clients take them, and any object where they would take none', () => {
    const { directTools } = setUp({
      a: {
        big: { inputSchema: { properties: { n: { maximum: 2n ** 64n } } }, run: one },
        odd: { inputSchema: { type: 'object', properties: 5 }, run: one },
        yes: { inputSchema: true, run: one },
      },
    });
    expect(directTools.all().map(({ inputSchema }) => inputSchema)).toEqual([
      { type: 'object', properties: { n: { maximum: 2 ** 64 } } },
      { type: 'object' },
      { type: 'object' },
    ]);
  });
});

describe('createDirectRows()', () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } } } as const;
  const annotations = { readOnlyHint: true };
  const table = {
    a: { t: { title: 'T', description: 'Does.', outputSchema, annotations, run: one } },
  };
  const rowsOf = (mode: 'auto' | 'never', canSetModes: boolean) => {
    const { view, directTools } = setUp(table);
    return createDirectRows({
      directTools,
      calls: { turn: () => Promise.reject(new Error('not called')) },
      modes: createResultModes({ settings: { mode: { a: mode } }, view }),
      canSetModes,
      envelope: envelopeFor(['direct']),
    });
  };

  it('shows title, description and annotations as the server says them', () => {
    const [row] = rowsOf('auto', false)();
    expect(row).toMatchObject({ name: 'a_t', title: 'T', annotations });
    expect(row?.description()).toBe('Does.');
    expect(row?._meta).toBeUndefined();
  });

  it('shows an output schema only where no envelope may ever take the place of a result', () => {
    const shown = (mode: 'auto' | 'never', canSetModes: boolean) =>
      rowsOf(mode, canSetModes)()[0]?.outputSchema;
    expect(shown('never', false)).toEqual(outputSchema);
    expect(shown('never', true)).toBeUndefined();
    expect(shown('auto', false)).toBeUndefined();
  });

  it('gives the same list as long as the tools are the same', () => {
    const rows = rowsOf('auto', false);
    expect(rows()).toBe(rows());
  });
});
