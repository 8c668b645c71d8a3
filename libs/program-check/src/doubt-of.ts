import type { ProgramMistake } from '@sluice/contracts';
import ts from 'typescript';

/** A mistake with the place that has it. */
export interface FoundMistake {
  readonly mistake: ProgramMistake;
  readonly node: ts.Node;
  /** Whether the program reads it as one that may not be there. */
  readonly isGuarded: boolean;
}

/** Whether the program itself doubts that there is what it reads at a place. */
export type IsDoubted = (mistake: ProgramMistake, node: ts.Node) => boolean;

/**
 * Makes the judgement over all that was found. One look at whether a field is there speaks for all places that read it, and
 * for all that is only come to by that look: `if (r.failed) throw new Error(r.reason)`.
 */
export function doubtOf(found: readonly FoundMistake[], source: ts.SourceFile): IsDoubted {
  const guarded = found.filter((one) => one.isGuarded);
  const fields = new Set(guarded.map(({ mistake }) => keyOf(mistake)));
  const branches = new Set(guarded.map(({ node }) => branchOf(node)));
  const names = namesLookedFor(source);
  return (mistake, node) => {
    if (fields.has(keyOf(mistake))) return true;
    if (mistake.kind === 'field' && names.has(mistake.field ?? '')) return true;
    for (let outer = node; !ts.isSourceFile(outer); outer = outer.parent)
      if (branches.has(outer)) return true;
    return false;
  };
}

function keyOf(mistake: ProgramMistake): string {
  return mistake.kind === 'field' ? `${mistake.toolId} ${mistake.field}` : mistake.kind;
}

/** The statement or expression that goes one way or another by what stands there. */
function branchOf(node: ts.Node): ts.Node | undefined {
  let inner = node;
  for (; !ts.isStatement(inner) && !ts.isFunctionLike(inner); inner = inner.parent) {
    const outer = inner.parent;
    if (ts.isConditionalExpression(outer) && outer.condition === inner) return outer;
    if (ts.isIfStatement(outer) || ts.isSwitchStatement(outer) || ts.isWhileStatement(outer))
      return outer.expression === inner ? outer : undefined;
    if (ts.isBinaryExpression(outer) && outer.left === inner && !ts.isIfStatement(outer.parent))
      if (logical.has(outer.operatorToken.kind)) return outer;
  }
  return undefined;
}

const logical = new Set([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken]);

/** Fields that the program asks for by their names: `"error" in r`, `Object.hasOwn(r, "error")`. */
function namesLookedFor(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const asked = ts.isBinaryExpression(node)
      ? node.operatorToken.kind === ts.SyntaxKind.InKeyword && node.left
      : ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        looking.has(node.expression.name.text) &&
        node.arguments.at(-1);
    if (asked && ts.isStringLiteralLike(asked)) names.add(asked.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const looking = new Set(['hasOwn', 'hasOwnProperty', 'has', 'call']);
