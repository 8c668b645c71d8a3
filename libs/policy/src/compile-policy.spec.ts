import { SluiceError } from '@sluice/contracts';
import type { ArgumentCondition, PolicyRule } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';

function errorOf(rules: readonly PolicyRule[]): unknown {
  try {
    compilePolicy(rules, 'ask');
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('compilePolicy()', () => {
  it('refuses a pattern outside the grammar, naming the rule, its text and the grammar', () => {
    const error = errorOf([
      { match: 'mcp__a__*', action: 'allow' },
      { match: '*', action: 'ask' },
      { match: 'mcp__[x', action: 'deny' },
    ]);
    expect(error).toBeInstanceOf(SluiceError);
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'Cannot read policy[2].match "mcp__[x": it holds "["',
      hint: 'A pattern has only "*" for any text and "?" for one character; brackets, braces, parentheses, "!" and "\\" are refused. Write one rule for each case.',
    });
  });

  it('refuses an empty pattern, which would never match', () => {
    expect(errorOf([{ match: '', action: 'deny' }])).toMatchObject({
      message: 'Cannot read policy[0].match "": it is empty and would match nothing',
    });
  });

  const pathHint =
    'A path is "args." and keys with dots between: "args.to", "args.items.0.name"; write "\\\\." for a dot within a key.';
  const conditionHint =
    'A condition is a text with "*" and "?", a number, true or false, a list of these, { "regex": "…" }, { "min": 1, "max": 9 } or { "present": true }.';
  it.each<[string, ArgumentCondition, string, string]>([
    ['to', 'x', 'policy[1].when["to"]: it does not begin with "args."', pathHint],
    [
      'args.to',
      '[x]*',
      'policy[1].when["args.to"]: it has the pattern "[x]*", which holds "["',
      'A pattern has only "*" for any text and "?" for one character; brackets, braces, parentheses, "!" and "\\" are refused. Write one rule for each case.',
    ],
    [
      'args.to',
      [],
      'policy[1].when["args.to"]: it is an empty list, which nothing fits',
      conditionHint,
    ],
    ['args.to', {}, 'policy[1].when["args.to"]: it says nothing', conditionHint],
    [
      'args.n',
      { min: 2, max: 1 },
      'policy[1].when["args.n"]: it is a range from 2 to 1, which nothing fits',
      'Write the smaller number as "min".',
    ],
    [
      'args.to',
      ['a', { regex: '(?=a)' }],
      'policy[1].when["args.to"]: it has the regex "(?=a)", which cannot be read: invalid or unsupported Perl syntax: `(?=`',
      'The syntax is that of RE2: no look-around, no back-references, at most 1000 characters and 1000 instructions.',
    ],
  ])('refuses the condition %s: %j', (path, condition, message, hint) => {
    const rules: PolicyRule[] = [
      { match: '*', action: 'ask' },
      { match: '*', when: { [path]: condition }, action: 'deny' },
    ];
    expect(errorOf(rules)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Cannot read ${message}`,
      hint,
    });
  });

  it('refuses an allow that came with a project, and takes its deny and ask', () => {
    expect(errorOf([{ match: 'mcp__a__*', action: 'allow', origin: 'project' }])).toMatchObject({
      code: 'CONFIG_INVALID',
      message:
        'Cannot use policy[0] "mcp__a__*": a rule of a project may only deny or ask, not allow',
      hint: 'Write it into your own configuration file if you want it.',
    });
    expect(
      errorOf([
        { match: '*', action: 'ask', origin: 'project' },
        { match: '*', action: 'deny', origin: 'project' },
        { match: '*', action: 'allow', origin: 'user' },
      ]),
    ).toBeUndefined();
  });
});
