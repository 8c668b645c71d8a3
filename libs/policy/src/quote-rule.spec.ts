import { describe, expect, it } from 'vitest';
import { quoteRule } from './quote-rule.js';

describe('quoteRule()', () => {
  it('gives the rule whole, with its place and all digits', () => {
    expect(
      quoteRule({
        index: 2,
        match: 'mcp__mail__*',
        action: 'allow',
        when: { 'args.to': '*@ours.example', 'args.n': { max: 9007199254740993n } },
        annotations: { readOnlyHint: true },
      }),
    ).toBe(
      'policy[2] {"match":"mcp__mail__*","when":{"args.to":"*@ours.example","args.n":{"max":9007199254740993}},"annotations":{"readOnlyHint":true},"action":"allow"}',
    );
    expect(quoteRule({ index: 0, match: '*', action: 'deny' })).toBe(
      'policy[0] {"match":"*","action":"deny"}',
    );
  });
});
