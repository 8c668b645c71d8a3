import { SluiceError } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';

describe('compilePolicy()', () => {
  it('refuses a pattern outside the grammar, naming the rule, its text and the grammar', () => {
    let error: unknown;
    try {
      compilePolicy(
        [
          { match: 'mcp__a__*', action: 'allow' },
          { match: '*', action: 'ask' },
          { match: 'mcp__[x', action: 'deny' },
        ],
        'ask',
      );
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SluiceError);
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'Cannot read policy[2].match "mcp__[x": it holds "["',
      hint: 'A pattern has only "*" for any text and "?" for one character; brackets, braces, parentheses, "!" and "\\" are refused. Write one rule for each case.',
    });
  });

  it('refuses an empty pattern, which would never match', () => {
    expect(() => compilePolicy([{ match: '', action: 'deny' }], 'allow')).toThrow(
      'Cannot read policy[0].match "": it is empty and would match nothing',
    );
  });
});
