import type { ToolAnnotations } from './tool.js';

/** What a rule can say. `ask` needs a human. */
export type PolicyAction = 'allow' | 'deny' | 'ask';

/**
 * One policy rule; the first that matches decides. All of its parts must hold (docs/guide/policy.md).
 */
export interface PolicyRule {
  /** Glob over the tool id: `*` any text, `?` one character, nothing else is special. */
  readonly match: string;
  readonly action: PolicyAction;
  /** Conditions on argument values, by path: `args.path.to.field`. */
  readonly when?: Readonly<Record<string, ArgumentCondition>>;
  /** What the tool's own hints must say. In an allow rule they count for trusted servers only. */
  readonly annotations?: HintConditions;
  /**
   * Who wrote it. A `project` rule came with a folder and not from the user: it may deny or ask only.
   * @default 'user'
   */
  readonly origin?: 'user' | 'project';
}

/** What one argument must be: one condition, a list of which any must hold, or whether it is there. */
export type ArgumentCondition =
  ValueCondition | readonly ValueCondition[] | { readonly present: boolean };

/**
 * What one value must be.
 *
 * - text: a glob of the same grammar as `match`
 * - number, boolean: that very value
 * - `regex`: an expression of RE2's syntax
 * - `min`, `max`: a number in this range, both ends included
 */
export type ValueCondition =
  | string
  | number
  | bigint
  | boolean
  | { readonly regex: string }
  | { readonly min?: number | bigint; readonly max?: number | bigint };

/** Hints that a rule may ask for, and the value each must have. */
export type HintConditions = Readonly<Partial<Record<ToolHint, boolean>>>;

/** A hint of MCP's `ToolAnnotations` that is true or false. */
export type ToolHint = Exclude<keyof ToolAnnotations, 'title'>;
