import type { Effort } from './effort.js';
import { parseWrapped } from './parse-wrapped.js';
import { nodeAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/** A text that is one expression. */
export interface LoneExpression {
  readonly expression: SyntaxNode;
  /** Where the expression starts and ends in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a text that is no statement but one expression: an anonymous `function`, or the braces of
 * an object. Undefined for any other.
 */
export function parseExpression(text: string, effort: Effort): LoneExpression | undefined {
  const inner = text.replace(/[;\s]+$/, '');
  const outcome = parseWrapped('(', inner, '\n)', effort);
  if (!outcome.ok || outcome.parsed.statements.length !== 1) return undefined;
  const [statement] = outcome.parsed.statements;
  const expression = statement && nodeAt(statement, 'expression');
  if (expression === undefined || !hasOurParentheses(expression)) return undefined;
  return { expression, start: expression.start - 1, end: expression.end - 1 };
}

/** Whether our own parentheses stand around the whole: `a) + (b` closes the first one itself. */
function hasOurParentheses(expression: SyntaxNode): boolean {
  const extra = expression['extra'] as { parenthesized?: boolean; parenStart?: number } | undefined;
  return extra?.parenthesized === true && extra.parenStart === 0;
}
