import type { ToolNaming } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { renameTools } from './rename-tools.js';

const named = (names: readonly string[], naming: ToolNaming) =>
  renameTools(
    names.map((name) => ({ name, rawName: name, inputSchema: {} })),
    naming,
  );
const names = (raw: readonly string[], naming: ToolNaming) =>
  named(raw, naming).map(({ name }) => name);

describe('renameTools()', () => {
  it('takes a prefix off where it stands, and leaves no empty name', () => {
    expect(names(['gh_get', 'get2', 'gh_'], { stripPrefix: 'gh_' })).toEqual([
      'get',
      'get2',
      'gh_',
    ]);
  });

  it.each([
    [
      ['gh_issue_get', 'gh_issue_list'],
      ['get', 'list'],
    ],
    [
      ['gh.a', 'gh-b'],
      ['gh.a', 'gh-b'],
    ],
    [
      ['gh_get', 'gh_getter'],
      ['get', 'getter'],
    ],
    [
      ['get', 'getter'],
      ['get', 'getter'],
    ],
    [
      ['gh_', 'gh_a'],
      ['gh_', 'gh_a'],
    ],
    [['gh_one'], ['gh_one']],
    [[], []],
  ])('with true takes off of %j what all share up to a separator', (raw, expected) => {
    expect(names(raw, { stripPrefix: true })).toEqual(expected);
  });

  it.each([
    ['getHTTPIssue-2', 'get_http_issue_2'],
    ['Get.Issue', 'get_issue'],
    ['检索工具', '检索工具'],
    ['größeÄndern', 'größe_ändern'],
    ['__x__', 'x'],
    ['...', '...'],
  ])('spells %s as %s', (raw, expected) => {
    expect(names([raw], { snakeCase: true })).toEqual([expected]);
  });

  it('lets tools keep their own names where two would share one, and names the clash', () => {
    const tools = named(['get-issue', 'getIssue', 'x'], { snakeCase: true });
    expect(tools).toEqual([
      {
        name: 'get-issue',
        rawName: 'get-issue',
        inputSchema: {},
        notes: ['The name "get_issue" would be another tool\'s too, so this one keeps its own.'],
      },
      {
        name: 'getIssue',
        rawName: 'getIssue',
        inputSchema: {},
        notes: ['The name "get_issue" would be another tool\'s too, so this one keeps its own.'],
      },
      { name: 'x', rawName: 'x', inputSchema: {} },
    ]);
    // `b` given back to `a_b`'s rival clashes with what another one wanted.
    const chain = names(['p_a', 'a', 'p_p_a'], { stripPrefix: 'p_' });
    expect(new Set(chain).size).toBe(3);
    expect(chain).toEqual(['p_a', 'a', 'p_p_a']);
  });

  it('leaves a tool that keeps its name the very same', () => {
    const [tool] = named(['x'], {});
    const list = [{ name: 'x', rawName: 'x', inputSchema: {} }];
    expect(renameTools(list, { snakeCase: true })[0]).toBe(list[0]);
    expect(tool).toEqual(list[0]);
  });
});
