import { describe, expect, it } from 'vitest';
import { describeRule } from './describe-rule.js';

describe('describeRule()', () => {
  it('names place, pattern, hints and the paths of conditions, but not what they ask for', () => {
    expect(
      describeRule({
        index: 3,
        match: 'mcp__mail__*',
        when: { 'args.to': 'secret', 'args.a\nb': 1n },
        annotations: { readOnlyHint: false },
        action: 'deny',
        origin: 'project',
      }),
    ).toBe(
      'policy[3] {"match":"mcp__mail__*","when":{"args.to":…,"args.a\\nb":…},"annotations":{"readOnlyHint":false},"action":"deny"}',
    );
    expect(describeRule({ index: 0, match: '*', when: {}, action: 'ask' })).toBe(
      'policy[0] {"match":"*","action":"ask"}',
    );
  });
});
