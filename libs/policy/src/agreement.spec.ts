import type { ArgumentCondition, Json, PolicyAction, PolicyRule } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { decidePossible } from './decide-possible.js';
import { explainDecision } from './explain-decision.js';
import { planRun } from './plan-run.js';
import type { PolicyTool } from './policy.js';
import { simulatePolicy } from './simulate-policy.js';
import { testPolicy } from './test-policy.js';

const action = fc.constantFrom<PolicyAction[]>('allow', 'deny', 'ask');
const word = fc
  .array(
    fc.constantFrom(...'abAB_-.*? 1éßſＡ'.split(/(?:)/u), '__', 'e\u0301', '\u200b', '__proto__'),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom<Json[]>(null, true, false, 0, -0, 1, 1.5, 2n ** 60n, '1', 'true', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'A', 'b', '0', 'constructor', '__proto__'), tie('value')),
  ),
})).value;
const scalarCondition = fc.oneof(
  word.map((text) => `${text}*`),
  fc.constantFrom<ArgumentCondition[]>(true, 0, 1, { min: 1 }, { max: 1 }, { regex: '^[ab]+$' }),
) as fc.Arbitrary<string>;
const condition: fc.Arbitrary<ArgumentCondition> = fc.oneof(
  scalarCondition,
  fc.array(scalarCondition, { minLength: 1, maxLength: 2 }),
  fc.boolean().map((present) => ({ present })),
);
const path = fc.constantFrom('args.a', 'args.b', 'args.a.b', 'args.a.0', 'args.__proto__.a');
const hints = fc.record(
  { readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() },
  { requiredKeys: [] },
);
const rule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    match: fc.oneof(
      fc.constantFrom('*', 'mcp__s__*', 'mcp__s__a?', 'mcp__S__A*'),
      word.map((text) => `mcp__s__${text}*`),
    ),
    action,
    when: fc.dictionary(path, condition, { maxKeys: 2 }),
    annotations: hints,
  },
  { requiredKeys: ['match', 'action'] },
);
const tool: fc.Arbitrary<PolicyTool> = fc.record({
  id: word.map((name) => `mcp__s__${name}`),
  rawId: word.map((name) => `mcp__s__${name}`),
  annotations: fc.option(hints, { nil: undefined }),
  trusted: fc.boolean(),
});
const policies = fc.record({ rules: fc.array(rule, { maxLength: 6 }), byDefault: action });

describe('plan, gate, explanation, simulation and expectations', () => {
  it('say the same of a call whose arguments are known (property)', () => {
    fc.assert(
      fc.property(policies, policies, tool, value, (one, other, called, args) => {
        const policy = compilePolicy(one.rules, one.byDefault);
        const changed = compilePolicy(other.rules, other.byDefault);
        const atGate = decideCall(policy, called, args);

        const plan = planRun(policy, [{ tool: called, args }]);
        expect(plan).toEqual(
          {
            allow: { status: 'start' },
            deny: { status: 'denied', denied: [{ tool: called, args, decision: atGate }] },
            ask: { status: 'ask', asks: [{ tool: called, args, decision: atGate }] },
          }[atGate.action],
        );

        const { possible, steps } = explainDecision(policy, called, args);
        expect(possible).toEqual([atGate]);
        const last = steps.at(-1);
        expect(last?.verdict === 'decides' ? last.rule : undefined).toEqual(atGate.rule);
        expect(steps.slice(0, -1).every(({ verdict }) => verdict === 'passed')).toBe(true);

        const changes = simulatePolicy(policy, changed, [{ tool: called, args }]);
        const after = decideCall(changed, called, args);
        expect(changes.length === 0).toBe(after.action === atGate.action);

        const expectation = { tool: called.id, args, action: atGate.action };
        expect(testPolicy(policy, [expectation], [called])[0]?.isMet).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('promise nothing of unknown arguments that the gate does not keep (property)', () => {
    fc.assert(
      fc.property(policies, tool, value, ({ rules, byDefault }, called, args) => {
        const policy = compilePolicy(rules, byDefault);
        const possible = decidePossible(policy, called);
        const atGate = decideCall(policy, called, args);
        expect(possible).toContainEqual(atGate);

        const { status } = planRun(policy, [{ tool: called }]);
        if (status === 'denied') expect(atGate.action).toBe('deny');
        if (status === 'start') expect(atGate.action).not.toBe('ask');

        const explained = explainDecision(policy, called);
        expect(explained.possible).toEqual(possible);
        expect(
          explained.steps
            .filter(({ verdict }) => verdict !== 'passed')
            .map(({ rule: reference }) => reference),
        ).toEqual(possible.flatMap((decision) => decision.rule ?? []));
      }),
      { numRuns: 400 },
    );
  });

  it('keep denying whatever the case and the Unicode form of a value and its key (property)', () => {
    const letters = fc.constantFrom(...'abzABZ09-./@ éÉßẞſñåÅДдﬁｘ😀한'.split(/(?:)/u), 'e\u0301');
    const text = fc.array(letters, { maxLength: 5 }).map((list) => list.join(''));
    const twist = fc.constantFrom<((given: string) => string)[]>(
      (given) => given.toUpperCase(),
      (given) => given.toLowerCase(),
      (given) => given.normalize('NFD'),
      (given) => given.normalize('NFKC'),
      (given) => [...given].join('\u200b'),
    );
    fc.assert(
      fc.property(text, text, text, twist, (head, middle, tail, t) => {
        const when = { 'args.to': `${head}*${tail}` };
        const policy = compilePolicy([{ match: '*', when, action: 'deny' }], 'allow');
        const called = {
          id: 'mcp__s__t',
          rawId: 'mcp__s__t',
          annotations: undefined,
          trusted: true,
        };
        const sent = t(`${head}${middle}${tail}`);
        for (const args of [
          { to: sent },
          { TO: sent },
          { to: ['x', sent] },
          { to: 'x', To: sent },
        ] as Json[])
          expect(decideCall(policy, called, args).action).toBe('deny');
      }),
      { numRuns: 400 },
    );
  });
});
