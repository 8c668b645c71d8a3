import type { Effort } from './effort.js';
import { parseModule } from './parse-module.js';
import { parseWrapped } from './parse-wrapped.js';
import type { ParseOutcome } from './parsed-text.js';
import { nodeAt, nodesAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/**
 * Parses a text as what it is run as: the body of an async arrow function in a module. A text that
 * closes that function and goes on outside is refused.
 */
export function parseBody(text: string, effort: Effort): ParseOutcome {
  const outcome = parseWrapped(before, text, after, effort);
  if (!outcome.ok) return outcome;
  const body = bodyOf(outcome.parsed.statements, before.length + text.length + after.length);
  if (body === undefined) return leavesBody(text, effort);
  return {
    ok: true,
    parsed: {
      ...outcome.parsed,
      statements: nodesAt(body, 'body').filter((node) => node !== undefined),
      directives: nodesAt(body, 'directives').filter((node) => node !== undefined),
    },
  };
}

const before = '(async()=>{';
const after = '\n})';

/** The block between our own braces; undefined when the text put anything else around it. */
function bodyOf(statements: readonly SyntaxNode[], length: number): SyntaxNode | undefined {
  const [statement, ...others] = statements;
  const arrow = statement && nodeAt(statement, 'expression');
  if (others.length > 0 || arrow?.type !== 'ArrowFunctionExpression') return undefined;
  const body = nodeAt(arrow, 'body');
  return body?.end === length - 1 && body.start === before.length - 1 ? body : undefined;
}

/** By itself such a text fails at the brace that is one too many. */
function leavesBody(text: string, effort: Effort): ParseOutcome {
  const alone = parseModule(text, effort);
  if (!alone.ok) return alone;
  return { ok: false, failure: { kind: 'syntax', message: 'Unexpected "}"', offset: 0 } };
}
