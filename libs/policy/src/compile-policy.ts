import { SluiceError } from '@sluice/contracts';
import type { PolicyAction, PolicyRule, ToolHint } from '@sluice/contracts';
import { compileCondition } from './compile-condition.js';
import { compileGlob } from './compile-glob.js';
import type { CompiledCondition } from './condition.js';
import { grammarHint } from './grammar-hint.js';
import type { CompiledRule, Policy } from './policy.js';

/**
 * Compiles the rules once, so that a decision only matches.
 *
 * @throws SluiceError `CONFIG_INVALID` for the first rule outside the grammar, naming its place and
 *   text, and for one that allows although the user did not write it.
 * @example
 * const policy = compilePolicy([{ match: 'mcp__docs__*', action: 'allow' }], 'ask');
 */
export function compilePolicy(rules: readonly PolicyRule[], policyDefault: PolicyAction): Policy {
  return { rules: rules.map(compileRule), policyDefault };
}

function compileRule(rule: PolicyRule, index: number): CompiledRule {
  const { match, action, when = {}, annotations = {}, origin } = rule;
  if (origin === 'project' && action === 'allow')
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot use policy[${index}] ${JSON.stringify(match)}: a rule of a project may only deny or ask, not allow`,
      { hint: 'Write it into your own configuration file if you want it.' },
    );
  const compiled = compileGlob(match);
  if (!compiled.ok)
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot read policy[${index}].match ${JSON.stringify(match)}: it ${compiled.problem}`,
      { hint: grammarHint },
    );
  return {
    reference: { index, ...rule },
    glob: compiled.glob,
    hints: Object.entries(annotations) as [ToolHint, boolean][],
    conditions: Object.entries(when).map(([path, wanted]): CompiledCondition => {
      const condition = compileCondition(path, wanted, action !== 'allow');
      if (condition.ok) return condition.condition;
      throw new SluiceError(
        'CONFIG_INVALID',
        `Cannot read policy[${index}].when[${JSON.stringify(path)}]: it ${condition.problem}`,
        { hint: condition.hint },
      );
    }),
  };
}
