import { codePoints } from './code-points.js';
import { foldText } from './fold-text.js';
import { matchTokens } from './match-tokens.js';
import type { CompiledRule, Decision, Policy, PolicyTool } from './policy.js';

/**
 * What the policy says about one tool. The first rule that matches decides; none, and
 * `policyDefault` does.
 *
 * An allow rule matches the final id exactly as written. A deny or ask rule matches the final or
 * the raw id in any spelling of {@link foldText}: what is forbidden stays forbidden however the name
 * is written, and what is permitted is only what was named.
 *
 * @example decideCall(policy, { id: 'mcp__docs__read', rawId: 'mcp__docs__read' }).action
 */
export function decideCall(policy: Policy, tool: PolicyTool): Decision {
  const names = namesOf(tool);
  const rule = policy.rules.find((candidate) => matchesRule(candidate, names));
  if (rule === undefined) return { action: policy.policyDefault };
  return { action: rule.reference.action, rule: rule.reference };
}

/** Whether one rule by itself matches a tool. */
export function decideAlone(rule: CompiledRule, tool: PolicyTool): boolean {
  return matchesRule(rule, namesOf(tool));
}

interface Names {
  readonly final: readonly number[];
  /** Every spelling of the final and the raw id, each once. */
  readonly cautious: readonly (readonly number[])[];
}

function namesOf({ id, rawId }: PolicyTool): Names {
  const spellings = new Set(foldText(id));
  if (rawId !== id) for (const spelling of foldText(rawId)) spellings.add(spelling);
  return {
    final: codePoints(id),
    cautious: [...spellings].map(codePoints),
  };
}

function matchesRule({ reference, glob }: CompiledRule, names: Names): boolean {
  if (reference.action === 'allow') return matchTokens(glob.exact, names.final);
  return names.cautious.some((name) => glob.folded.some((tokens) => matchTokens(tokens, name)));
}
