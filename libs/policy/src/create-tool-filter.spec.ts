import type { ToolAnnotations, ToolSelector } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createToolFilter } from './create-tool-filter.js';

const tool = (name: string, rest: { rawName?: string; annotations?: ToolAnnotations } = {}) => ({
  name,
  rawName: name,
  inputSchema: {},
  ...rest,
});
const isThere = (blockedTools: readonly ToolSelector[], ...named: Parameters<typeof tool>) =>
  createToolFilter([{ name: 's', blockedTools }])('s', tool(...named));

describe('createToolFilter()', () => {
  it('hides a blocked tool whatever the case, the form and the spelling of its name', () => {
    for (const name of [
      'delete_repo',
      'Delete-Repo',
      'delete.repo',
      'ｄelete_repo',
      'dele\u200bte_repo',
    ])
      expect([name, isThere(['delete_repo'], name)]).toEqual([name, false]);
    expect(isThere(['delete_repo'], 'delete_repos')).toBe(true);
    expect(isThere(['Delete-Repo'], 'delete_repo')).toBe(false);
  });

  it('hides it by its raw name as well as by its final one', () => {
    expect(isThere(['gh_delete'], 'delete', { rawName: 'gh_delete' })).toBe(false);
    expect(isThere(['delete'], 'delete', { rawName: 'gh_delete' })).toBe(false);
  });

  it.each<[ToolSelector, string, boolean]>([
    ['delete_*', 'delete_all', false],
    [{ glob: 'delete_*' }, 'delete_all', false],
    [{ glob: 'delete_*' }, 'get', true],
    [{ regex: '^delete|drop' }, 'DELETE_all', false],
    [{ regex: '^delete|drop' }, 'backdrop', false],
    [{ regex: '^delete|drop' }, 'get', true],
  ])('with %j has %s: %s', (selector, name, expected) => {
    expect(isThere([selector], name)).toBe(expected);
  });

  it('leaves only tools that say they are read-only where that is wanted', () => {
    const filter = createToolFilter([{ name: 's', readOnly: true }, { name: 'other' }]);
    expect(filter('s', tool('get', { annotations: { readOnlyHint: true } }))).toBe(true);
    expect(filter('s', tool('set', { annotations: { readOnlyHint: false } }))).toBe(false);
    expect(filter('s', tool('plain'))).toBe(false);
    expect(filter('other', tool('plain'))).toBe(true);
    expect(filter('unknown', tool('plain'))).toBe(true);
  });

  it.each<[ToolSelector, string]>([
    ['[x]', 'Cannot read mcpServers["s"].blocked_tools[0] "[x]": it holds "["'],
    [
      { regex: '(?=a)' },
      'Cannot read mcpServers["s"].blocked_tools[0] "(?=a)": it cannot be read: invalid or unsupported Perl syntax: `(?=`',
    ],
  ])('refuses %j', (selector, message) => {
    expect(() => isThere([selector], 'x')).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message,
        hint: 'Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }.',
      }),
    );
  });

  it('with lists of the only tools leaves what stands on each, exactly as written, by either name', () => {
    const exists = createToolFilter([
      {
        name: 's',
        onlyTools: [
          ['get_*', { regex: '^gh_' }, 'list'],
          [{ glob: '*_i????' }, 'list'],
        ],
      },
      { name: 'none', onlyTools: [[]] },
    ]);
    expect(exists('s', tool('get_issue'))).toBe(true);
    expect(exists('s', tool('issue', { rawName: 'gh_issue' }))).toBe(true);
    expect(exists('s', tool('list'))).toBe(true);
    for (const name of ['Get_issue', 'get_issues', 'get', 'List', 'list2', 'xgh_issue'])
      expect([name, exists('s', tool(name))]).toEqual([name, false]);
    expect(exists('none', tool('list'))).toBe(false);
  });

  it('names an unreadable entry of such a list', () => {
    expect(() => createToolFilter([{ name: 's', onlyTools: [['ok', 'get_[a]']] }])).toThrow(
      /^Cannot read the only tools of mcpServers\["s"\], number 2, "get_\[a\]": it /,
    );
  });
});
