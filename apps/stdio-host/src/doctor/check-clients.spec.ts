import type { ListedTool } from '@sluice/gateway';
import { describe, expect, it } from 'vitest';
import { clientChecks } from './check-clients.js';

const tool = (name: string, more: Partial<ListedTool> = {}): ListedTool => ({
  name,
  description: 'Does it.',
  inputSchema: { type: 'object' },
  _meta: { 'anthropic/alwaysLoad': true },
  ...more,
});
const said = (tools: readonly ListedTool[], instructions = '') =>
  clientChecks({ tools, instructions }).map(({ subject, status, detail }) =>
    [status, subject, detail].filter(Boolean).join(' | '),
  );

describe('clientChecks()', () => {
  it('finds nothing in two tools of ours', () => {
    expect(said([tool('search_tools'), tool('run_code')], 'Do so.')).toEqual([
      'ok | no known client defers or cuts what we show: 2 tools, names up to 12 characters, descriptions up to 8, instructions 6',
    ]);
  });

  it('counts tools against what each client takes', () => {
    const tools = Array.from({ length: 101 }, (_, n) => tool(`t${n}`));
    expect(said(tools)).toEqual([
      'warning | Cursor | it takes 80 tools of all its servers together, and we show 101',
      'warning | Windsurf | it takes 100 tools of all its servers together, and we show 101',
    ]);
    expect(said(tools.slice(0, 80))).toEqual([expect.stringMatching(/^ok/)]);
  });

  it('measures names as each client writes them', () => {
    // Of 51 characters is what still fits behind "mcp__sluice__" in 64.
    expect(said([tool('n'.repeat(51))])).toEqual([expect.stringMatching(/^ok/)]);
    expect(said([tool('n'.repeat(52))])).toEqual([
      `warning | Claude Code | names may have 64 characters with "mcp__sluice__" before them, its API refuses them: 1 name too long, ${'n'.repeat(52)} first`,
      `warning | Codex | names may have 64 characters with "mcp__sluice__" before them, its API refuses them: 1 name too long, ${'n'.repeat(52)} first`,
    ]);
  });

  it('finds texts that would be cut, and what is loaded late', () => {
    const long = 'd'.repeat(2049);
    expect(said([tool('run_code', { description: long })], long)).toEqual([
      'warning | Claude Code | it cuts texts after 2048 characters: our instructions; the descriptions of run_code',
    ]);
    const deferred = ['a', 'b'].map((name) => tool(name, { _meta: {} }));
    expect(said(deferred)).toEqual([
      'warning | Claude Code | it loads 2 tools only when the model looks for them: those of other servers are not marked to be loaded always',
    ]);
  });
});
