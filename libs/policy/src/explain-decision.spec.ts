import type { PolicyRule } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { explainDecision } from './explain-decision.js';
import { policyTool } from './fixtures/policy-tool.js';

const rules: readonly PolicyRule[] = [
  { match: 'mcp__docs__*', action: 'deny' },
  { match: 'mcp__mail__SEND', action: 'allow' },
  { match: 'mcp__mail__*', annotations: { readOnlyHint: true }, action: 'allow' },
  { match: 'mcp__mail__*', annotations: { openWorldHint: false }, action: 'ask' },
  { match: 'mcp__mail__*', when: { 'args.to': '*@ours.example' }, action: 'allow' },
  { match: 'mcp__mail__*', when: { 'args.cc': { present: true } }, action: 'deny' },
];
const policy = compilePolicy(rules, 'ask');
const mail = policyTool('mcp__mail__send');

function reasonsOf(args: Parameters<typeof explainDecision>[2], tool = mail) {
  const { steps } = explainDecision(policy, tool, args);
  return steps.map(({ rule: { index }, verdict, reason }) => [index, verdict, reason]);
}

describe('explainDecision()', () => {
  const before = [
    [0, 'passed', 'its pattern does not fit the name'],
    [
      1,
      'passed',
      'its pattern fits the name only in another spelling, and an allow rule fits exactly',
    ],
    [2, 'passed', 'the server is not trusted, so that its annotations allow nothing'],
    [3, 'passed', 'openWorldHint is true, by default'],
  ];

  it('tells which rule decides, and why each one before it does not', () => {
    expect(reasonsOf({ to: 'ann@ours.example' })).toEqual([...before, [4, 'decides', undefined]]);
    expect(reasonsOf({ to: 'bob@else.example', cc: 'x' })).toEqual([
      ...before,
      [4, 'passed', 'args.to is "bob@else.example"'],
      [5, 'decides', undefined],
    ]);
  });

  it('has passed every rule where policyDefault decides', () => {
    expect(explainDecision(policy, mail, {}).possible).toEqual([{ action: 'ask' }]);
    expect(reasonsOf({}).slice(4)).toEqual([
      [4, 'passed', 'args.to is missing'],
      [5, 'passed', 'args.cc is missing'],
    ]);
  });

  it('tells which rules may decide while the arguments are not known', () => {
    expect(reasonsOf(undefined)).toEqual([
      ...before,
      [4, 'may-decide', undefined],
      [5, 'may-decide', undefined],
    ]);
    expect(explainDecision(policy, mail).possible.map(({ action }) => action)).toEqual([
      'allow',
      'deny',
      'ask',
    ]);
  });

  it.each([
    [{ to: 'x'.repeat(90) }, `args.to is "${'x'.repeat(80)}"… (90 characters)`],
    [{ to: ['a@ours.example', 'x'] }, 'args.to is a list of 2'],
    [{ to: { address: 'x' } }, 'args.to is an object'],
    [{ to: 12n }, 'args.to is 12'],
    [{ to: 'a\nb' }, 'args.to is "a\\nb"'],
    [{ to: 'a@ours.example', To: 'x' }, 'args.to is there in several spellings'],
  ])('says of %o what is there', (args, reason) => {
    expect(reasonsOf(args)[4]).toEqual([4, 'passed', reason]);
  });

  it('counts the values of a list of objects, and says what stands on the way', () => {
    const each = compilePolicy(
      [{ match: '*', when: { 'args.to.a': 'x' }, action: 'allow' }],
      'ask',
    );
    const reason = (args: { to: string | { a: string }[] }) =>
      explainDecision(each, mail, args).steps[0]?.reason;
    expect(reason({ to: [{ a: 'x' }, { a: 'y' }] })).toBe(
      'args.to.a has 2 values, and not all of them fit',
    );
    expect(reason({ to: 'x' })).toBe('args.to.a cannot be found: something else stands on the way');
  });

  it('tells a hint that is given from one that counts by default', () => {
    const given = policyTool('mcp__mail__send', { annotations: { openWorldHint: true } });
    expect(reasonsOf({}, given)[3]).toEqual([3, 'passed', 'openWorldHint is true']);
    const trusted = policyTool('mcp__mail__send', { trusted: true });
    expect(reasonsOf({}, trusted)[2]).toEqual([2, 'passed', 'readOnlyHint is false, by default']);
  });
});
