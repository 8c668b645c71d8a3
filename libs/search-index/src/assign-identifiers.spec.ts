import { describe, expect, it } from 'vitest';
import { assignIdentifiers } from './assign-identifiers.js';
import { isIdentifier } from './is-identifier.js';

const rules = { fallback: 'tool', refuses: () => false };
const HOSTILE = [
  'get-issue',
  'get_issue',
  'get.issue',
  'issue/list',
  'issue:list',
  '3d_render',
  'delete',
  'class',
  'await',
  'then',
  'catch',
  'constructor',
  'toString',
  '__proto__',
  'prototype',
  'Xray',
  'xray',
  '工具',
  'поиск',
  '検索',
  '🧪',
  'with space',
  '-lead',
  '...',
  'name',
  'length',
  'call',
  'toJSON',
  '',
  ' ',
  'a\u200bb',
  'ab',
  '\u3164',
  'x'.repeat(300),
  `${'x'.repeat(300)}y`,
  '\ud800',
  'a\nb',
];

describe('assignIdentifiers()', () => {
  it('keeps a name that is an identifier, of any script and reserved or not', () => {
    const names = [
      'get_issue',
      '工具',
      'поиск',
      'delete',
      'await',
      'Xray',
      'xray',
      '$filter',
      'name',
    ];
    const assigned = assignIdentifiers(names, rules);
    for (const name of names) expect(assigned.get(name)).toBe(name);
  });

  it('writes separators as one underscore and guards a leading digit', () => {
    const assigned = assignIdentifiers(['my-server', 'a. b', '-lead', '3d render'], rules);
    expect(Object.fromEntries(assigned)).toEqual({
      'my-server': 'my_server',
      'a. b': 'a_b',
      '-lead': 'lead',
      '3d render': '_3d_render',
    });
  });

  it('lets the owner of an identifier keep it and suffixes those that would collide', () => {
    const assigned = assignIdentifiers(['get-issue', 'get_issue', 'get.issue'], rules);
    expect(assigned.get('get_issue')).toBe('get_issue');
    expect(assigned.get('get-issue')).toMatch(/^get_issue_[0-9a-z]{6}$/);
    expect(assigned.get('get.issue')).toMatch(/^get_issue_[0-9a-z]{6}$/);
  });

  it('gives the same suffix on every start', () => {
    expect(assignIdentifiers(['...'], rules).get('...')).toBe('tool_1sz1jc');
  });

  it('gives every hostile name an identifier of its own, whatever the order', () => {
    const forwards = assignIdentifiers(HOSTILE, rules);
    const backwards = assignIdentifiers([...HOSTILE].reverse(), rules);
    expect(forwards.size).toBe(HOSTILE.length);
    expect(new Set(forwards.values()).size).toBe(HOSTILE.length);
    for (const name of HOSTILE) {
      expect(backwards.get(name)).toBe(forwards.get(name));
      expect(forwards.get(name)).toSatisfy(isIdentifier);
      expect(forwards.get(name)?.length).toBeLessThanOrEqual(128);
    }
  });

  it('never gives an identifier that the language calls by itself', () => {
    const assigned = assignIdentifiers(
      ['then', 'toJSON', '__proto__', 'constructor', 'toString'],
      rules,
    );
    expect(assigned.get('then')).toBe('then_');
    for (const [name, identifier] of assigned) expect(identifier).not.toBe(name);
  });

  it("never gives one name an identifier that is another's name", () => {
    const names = ['then', 'then_', 'x-y', 'x.y', 'x_y'];
    const assigned = assignIdentifiers(names, rules);
    for (const [name, identifier] of assigned) {
      expect(names.filter((other) => other !== name)).not.toContain(identifier);
    }
  });

  it('keeps refused identifiers from their owners', () => {
    const refuses = (identifier: string) => identifier === 'class';
    expect(assignIdentifiers(['class'], { fallback: 'server', refuses }).get('class')).toBe(
      'class_',
    );
  });
});
