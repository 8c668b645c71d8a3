import type { ToolHint } from '@sluice/contracts';
import type { KeyRow, KeyRows } from './key-row.js';

/** What a rule, and `policyDefault`, can say. */
export const policyActions = ['allow', 'deny', 'ask'] as const;

/** The keys of one rule of `policy`. */
export const ruleKeys = {
  match: {
    type: { kind: 'text' },
    meaning: 'a glob over the tool id: `*` is any text, `?` one character, nothing else is special',
    of: ['toolscript'],
    example: 'mcp__tracker__get_*',
  },
  action: {
    type: { kind: 'word', words: policyActions },
    meaning: 'what becomes of a call that the rule fits',
    of: ['toolscript'],
    example: 'allow',
  },
  when: {
    type: { kind: 'record', of: 'free' },
    meaning: 'conditions on arguments by path; all must hold',
    example: { 'args.to': '*@ours.example' },
  },
  annotations: {
    type: { kind: 'record', of: 'flag' },
    meaning: "what the tool's hints must say; allows for `trusted` servers only",
    example: { readOnlyHint: true },
  },
} as const satisfies KeyRows;

const hint = (meaning: string): KeyRow => ({ type: { kind: 'flag' }, meaning, example: true });

/** The keys of `annotations` of a rule. */
export const hintKeys: Readonly<Record<ToolHint, KeyRow>> = {
  readOnlyHint: hint('it changes nothing'),
  destructiveHint: hint('it may destroy something'),
  idempotentHint: hint('twice is the same as once'),
  openWorldHint: hint('it reaches beyond a closed system'),
};
