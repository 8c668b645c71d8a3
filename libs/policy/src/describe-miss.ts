import type { Json } from '@sluice/contracts';
import type { CompiledCondition } from './condition.js';
import { fieldsAt } from './fields-at.js';
import type { Field } from './fields-at.js';
import { fitsHints, ruleFitsName } from './fitting-rules.js';
import { hintValue } from './hint-value.js';
import type { Inspection } from './inspection.js';
import type { CompiledRule, PolicyTool } from './policy.js';
import { failingCondition } from './rule-holds.js';

/**
 * Why a rule does not hold for a call, as the end of a sentence; undefined where it holds, or may as
 * long as the arguments are not known.
 */
export function describeMiss(
  rule: CompiledRule,
  tool: PolicyTool,
  inspection: Inspection | undefined,
): string | undefined {
  if (!ruleFitsName(rule, tool)) return describeName(rule, tool);
  if (!fitsHints(rule, tool)) return describeHints(rule, tool);
  const failing = inspection && failingCondition(rule, inspection);
  return failing && inspection && describeCondition(failing, inspection);
}

function describeName({ reference, ...rule }: CompiledRule, tool: PolicyTool): string {
  const cautious = { ...rule, reference: { ...reference, action: 'deny' as const } };
  return reference.action === 'allow' && ruleFitsName(cautious, tool)
    ? 'its pattern fits the name only in another spelling, and an allow rule fits exactly'
    : 'its pattern does not fit the name';
}

function describeHints({ reference, hints }: CompiledRule, tool: PolicyTool): string {
  if (reference.action === 'allow' && !tool.trusted)
    return 'the server is not trusted, so that its annotations allow nothing';
  const [hint, wanted] =
    hints.find(([name, value]) => hintValue(tool.annotations, name) !== value) ?? [];
  const isGiven = hint !== undefined && typeof tool.annotations?.[hint] === 'boolean';
  return `${hint} is ${!wanted}${isGiven ? '' : ', by default'}`;
}

function describeCondition({ path, keys }: CompiledCondition, inspection: Inspection): string {
  const { fields, isDisputed } = inspection.once(path, () => fieldsAt(keys, inspection));
  const [first] = fields;
  if (isDisputed) return `${path} is there in several spellings`;
  if (fields.length > 1) return `${path} has ${fields.length} values, and not all of them fit`;
  return `${path} ${first === undefined ? 'is missing' : describeField(first)}`;
}

function describeField(field: Field): string {
  switch (field.kind) {
    case 'missing':
      return 'is missing';
    case 'opaque':
      return 'cannot be found: something else stands on the way';
    case 'value':
      return `is ${describeValue(field.value)}`;
    default:
      return field satisfies never;
  }
}

/** Longest text that is quoted whole. */
const maxQuoted = 80;

function describeValue(value: Json): string {
  if (typeof value === 'string')
    return value.length > maxQuoted
      ? `${JSON.stringify(value.slice(0, maxQuoted))}… (${value.length} characters)`
      : JSON.stringify(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}
