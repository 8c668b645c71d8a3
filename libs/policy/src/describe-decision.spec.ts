import { describe, expect, it } from 'vitest';
import { describeDecision } from './describe-decision.js';

describe('describeDecision()', () => {
  it.each([
    ['deny', 'denied by policy[3] {"match":"mcp__x__*","action":"deny"}'],
    ['allow', 'allowed by policy[3] {"match":"mcp__x__*","action":"allow"}'],
    ['ask', 'held for approval by policy[3] {"match":"mcp__x__*","action":"ask"}'],
  ] as const)('names the rule behind %s', (action, line) => {
    expect(
      describeDecision({ action, rule: { index: 3, match: 'mcp__x__*', action } }, 'ask'),
    ).toBe(line);
  });

  it('names policyDefault where no rule matched', () => {
    expect(describeDecision({ action: 'ask' }, 'ask')).toBe(
      'no rule matches; policyDefault is ask',
    );
  });

  it('stays on one line whatever the pattern holds', () => {
    const rule = { index: 0, match: 'a\nb*', action: 'deny' } as const;
    expect(describeDecision({ action: 'deny', rule }, 'ask')).toBe(
      'denied by policy[0] {"match":"a\\nb*","action":"deny"}',
    );
  });
});
