import { SluiceError } from '@sluice/contracts';
import type { PolicyAction, PolicyRule } from '@sluice/contracts';
import { compileGlob } from './compile-glob.js';
import { grammarHint } from './grammar-hint.js';
import type { CompiledRule, Policy } from './policy.js';

/**
 * Compiles the rules once, so that a decision only matches.
 *
 * @throws SluiceError `CONFIG_INVALID` for the first pattern outside the grammar, naming its place
 *   and text.
 * @example
 * const policy = compilePolicy([{ match: 'mcp__docs__*', action: 'allow' }], 'ask');
 */
export function compilePolicy(rules: readonly PolicyRule[], policyDefault: PolicyAction): Policy {
  return { rules: rules.map(compileRule), policyDefault };
}

function compileRule({ match, action }: PolicyRule, index: number): CompiledRule {
  const compiled = compileGlob(match);
  if (!compiled.ok) {
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot read policy[${index}].match ${JSON.stringify(match)}: it ${compiled.problem}`,
      { hint: grammarHint },
    );
  }
  return { reference: { index, match, action }, glob: compiled.glob };
}
