import { codePoints } from './code-points.js';
import { foldText } from './fold-text.js';
import { hintValue } from './hint-value.js';
import { matchTokens } from './match-tokens.js';
import type { CompiledRule, Policy, PolicyTool } from './policy.js';

/**
 * The rules of a policy that fit a tool by its names and hints, in their order; whether their
 * conditions hold is a matter of the arguments. Nothing stands behind a rule without conditions.
 * Remembered for each tool, so that a call costs no matching of names.
 */
export function fittingRules(policy: Policy, tool: PolicyTool): readonly CompiledRule[] {
  let known = remembered.get(policy);
  if (known === undefined) remembered.set(policy, (known = new WeakMap()));
  let fitting = known.get(tool);
  if (fitting === undefined) known.set(tool, (fitting = findFitting(policy, tool)));
  return fitting;
}

const remembered = new WeakMap<Policy, WeakMap<PolicyTool, readonly CompiledRule[]>>();

function findFitting({ rules }: Policy, tool: PolicyTool): readonly CompiledRule[] {
  const names = namesOf(tool);
  const fitting: CompiledRule[] = [];
  for (const rule of rules) {
    if (!fitsName(rule, names) || !fitsHints(rule, tool)) continue;
    fitting.push(rule);
    if (rule.conditions.length === 0) break;
  }
  return fitting;
}

/** Whether one rule by itself fits the names of a tool. */
export function ruleFitsName(rule: CompiledRule, tool: PolicyTool): boolean {
  return fitsName(rule, namesOf(tool));
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

function fitsName({ reference, glob }: CompiledRule, names: Names): boolean {
  if (reference.action === 'allow') return matchTokens(glob.exact, names.final);
  return names.cautious.some((name) => glob.folded.some((tokens) => matchTokens(tokens, name)));
}

/** Whether the hints are what the rule asks for; in an allow rule only a trusted server's word counts. */
export function fitsHints({ reference, hints }: CompiledRule, tool: PolicyTool): boolean {
  if (hints.length === 0) return true;
  if (reference.action === 'allow' && !tool.trusted) return false;
  return hints.every(([hint, wanted]) => hintValue(tool.annotations, hint) === wanted);
}
