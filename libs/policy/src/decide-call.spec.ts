import type { PolicyAction, PolicyRule } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { policyTool } from './fixtures/policy-tool.js';
import { matchesGlob } from './fixtures/matches-glob.js';

const actionOf = (rules: readonly PolicyRule[], id: string, rawId = id): PolicyAction =>
  decideCall(compilePolicy(rules, 'ask'), policyTool(id, { rawId }), {}).action;

describe('decideCall()', () => {
  it.each([
    ['mcp__gh__get', 'allow'],
    ['mcp__gh__get_repo', 'allow'],
    ['mcp__gh__get.repo', 'allow'],
    ['mcp__gh__list/issues', 'ask'],
    ['mcp__gh__delete_repo', 'deny'],
    ['mcp__GH__DELETE_repo', 'deny'],
    ['mcp__gh__delete', 'ask'],
    ['mcp__gh__', 'ask'],
    ['mcp__ghx__get', 'ask'],
    ['mcp__mail__gh__get', 'ask'],
    ['mcp__Gh__get', 'ask'],
    ['gh.get_repo', 'ask'],
  ] as const)('decides a table of wildcard rules as documented: %s, %s', (id, action) => {
    const rules = [
      { match: 'mcp__gh__delete_*', action: 'deny' },
      { match: 'mcp__gh__get*', action: 'allow' },
      { match: '*', action: 'ask' },
    ] as const;
    expect(actionOf(rules, id)).toBe(action);
  });

  it('lets the first rule that matches decide, and says which', () => {
    const policy = compilePolicy(
      [
        { match: 'mcp__gh__delete_*', action: 'deny' },
        { match: 'mcp__gh__*', action: 'allow' },
        { match: '*', action: 'deny' },
      ],
      'ask',
    );
    const decide = (id: string) => decideCall(policy, policyTool(id), {});
    expect(decide('mcp__gh__delete_repo')).toEqual({
      action: 'deny',
      rule: { index: 0, match: 'mcp__gh__delete_*', action: 'deny' },
    });
    expect(decide('mcp__gh__get')).toEqual({
      action: 'allow',
      rule: { index: 1, match: 'mcp__gh__*', action: 'allow' },
    });
    expect(decide('mcp__mail__send').rule?.index).toBe(2);
  });

  it('falls back on policyDefault without a rule', () => {
    for (const action of ['allow', 'deny', 'ask'] as const) {
      expect(decideCall(compilePolicy([], action), policyTool('mcp__a__b'), {})).toEqual({
        action,
      });
    }
  });

  it('allows only the exact final id', () => {
    const rules: PolicyRule[] = [{ match: 'mcp__fake__get_issue', action: 'allow' }];
    expect(actionOf(rules, 'mcp__fake__get_issue')).toBe('allow');
    expect(actionOf(rules, 'mcp__fake__get_issue', 'mcp__fake__fake_get_issue')).toBe('allow');
    for (const other of ['get-issue', 'get.issue', 'Get_Issue', 'get_issue ', 'get__issue']) {
      expect(actionOf(rules, `mcp__fake__${other}`)).toBe('ask');
    }
    expect(actionOf(rules, 'mcp__fake__issue', 'mcp__fake__get_issue')).toBe('ask');
  });

  it.each(['deny', 'ask'] as const)('matches %s by the raw name as well as the final', (action) => {
    const rules: PolicyRule[] = [
      { match: 'mcp__gh__gh_delete', action },
      { match: '*', action: 'allow' },
    ];
    expect(actionOf(rules, 'mcp__gh__delete', 'mcp__gh__gh_delete')).toBe(action);
    expect(actionOf(rules, 'mcp__gh__gh_delete', 'mcp__gh__other')).toBe(action);
    expect(actionOf(rules, 'mcp__gh__delete', 'mcp__gh__delete')).toBe('allow');
  });

  it.each([
    ['slash', 'mcp__fake__issue/list'],
    ['dots', 'mcp__fake__...'],
    ['line break', 'mcp__fake__a\nb'],
    ['nothing after the prefix', 'mcp__fake__'],
    ['double underscore in the tool', 'mcp__fake__a__b'],
    ['upper case', 'MCP__FAKE__X'],
    ['full width', 'mcp__ｆａｋｅ__x'],
    ['zero width', 'mcp__fa\u200bke__x'],
    ['long s', 'mcp__fake__\u017f'],
  ])('does not let a name with %s past a deny rule', (_, id) => {
    expect(actionOf([{ match: 'mcp__fake__*', action: 'deny' }], id)).toBe('deny');
  });

  it('reads a cautious rule in the spelling of the call path too', () => {
    const rules: PolicyRule[] = [
      { match: 'mcp__my_server__delete_all', action: 'deny' },
      { match: '*', action: 'allow' },
    ];
    expect(actionOf(rules, 'mcp__my-server__delete-all')).toBe('deny');
    expect(actionOf(rules, 'mcp__my server__delete/all')).toBe('deny');
    expect(actionOf(rules, 'mcp__my_server_delete__all')).toBe('allow');
  });

  it('does not take a look-alike of a wildcard in a pattern for a wildcard', () => {
    expect(actionOf([{ match: 'mcp__a__＊', action: 'deny' }], 'mcp__a__x/y')).toBe('ask');
  });

  it.each([
    ['stra?e', 'STRAẞE'],
    ['straße', 'STRASSE'],
    ['STRASSE', 'straße'],
    ['caf?', 'CAFE\u0301'],
    ['café_*', 'CAFÉ_x'],
    ['cafe\u0301', 'CAFÉ'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος_*', 'ΟΔΟΣ_1'],
    ['ﬁle', 'FILE'],
    ['*é*ß*', 'xE\u0301ySSz'],
  ])('denies %j when the tool is %j', (match, id) => {
    expect(actionOf([{ match, action: 'deny' }], id)).toBe('deny');
  });

  it('keeps denying whatever the case and the Unicode form of the name (property)', () => {
    const letters = fc.constantFrom(
      ...'abzABZ019_-./ éÉßẞſıİçñåÅΣσςДдﬁｘ😀한'.split(/(?:)/u),
      'e\u0301',
      '\u1100\u1161',
    );
    const word = fc.array(letters, { maxLength: 6 }).map((list) => list.join(''));
    const twist = fc.constantFrom<((text: string) => string)[]>(
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => [...text].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join(''),
      (text) => text.normalize('NFC'),
      (text) => text.normalize('NFD'),
      (text) => text.normalize('NFKC'),
      (text) => text.normalize('NFKD'),
      (text) => [...text].join('\u200b'),
      (text) => text.replace(/[-. /]/g, '_'),
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        word,
        twist,
        (parts, middle, t) => {
          const match = `mcp__${parts.join('*')}`;
          const id = `mcp__${parts.join(middle)}`;
          expect(matchesGlob(match, id)).toBe(true);
          expect(actionOf([{ match, action: 'deny' }], t(id))).toBe('deny');
          expect(actionOf([{ match: t(match), action: 'deny' }], id)).toBe('deny');
          expect(actionOf([{ match, action: 'deny' }], 'mcp__x__y', t(id))).toBe('deny');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('decides as a plain walk through the rules does (property)', () => {
    const name = fc.array(fc.constantFrom('a', 'b', '_'), { maxLength: 4 });
    const rule = fc.record({
      match: fc
        .array(fc.constantFrom('a', 'b', '_', '*', '?'), { minLength: 1, maxLength: 5 })
        .map((list) => list.join('')),
      action: fc.constantFrom<PolicyAction[]>('allow', 'deny', 'ask'),
    });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 8 }),
        name.map((list) => list.join('')),
        name.map((list) => list.join('')),
        fc.constantFrom<PolicyAction[]>('allow', 'deny', 'ask'),
        (rules, id, rawId, policyDefault) => {
          const index = rules.findIndex(
            ({ match, action }) =>
              matchesGlob(match, id) || (action !== 'allow' && matchesGlob(match, rawId)),
          );
          const found = rules[index];
          expect(
            decideCall(compilePolicy(rules, policyDefault), policyTool(id, { rawId }), {}),
          ).toEqual(
            found === undefined
              ? { action: policyDefault }
              : { action: found.action, rule: { index, ...found } },
          );
        },
      ),
    );
  });
});
