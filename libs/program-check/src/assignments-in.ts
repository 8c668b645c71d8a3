import ts from 'typescript';

/** One thing that is written to. */
export interface Assignment {
  readonly target: ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;
  /** What it gets; absent where that is not one expression: in a pattern, in a loop. */
  readonly value?: ts.Expression;
}

/** All that is written to behind its declaration: by `=` and its like, by patterns, by `++`, by loops. */
export function assignmentsIn(source: ts.SourceFile): readonly Assignment[] {
  const found: Assignment[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node)) {
      const { left, right } = node;
      if (isTarget(left)) found.push(isPlain(node) ? { target: left, value: right } : stepOf(left));
      else addPattern(left, found);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      // `var` may declare a name again.
      if (node.initializer && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped) === 0)
        found.push({ target: node.name, value: node.initializer });
    } else if (isStep(node) && isTarget(node.operand)) found.push(stepOf(node.operand));
    else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      const { initializer } = node;
      if (!ts.isVariableDeclarationList(initializer)) addPattern(initializer, found);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `x += 1`, `x++`: it stays the number or text that it is, so that it is written as itself. */
const stepOf = (target: Assignment['target']): Assignment => ({ target, value: target });

function addPattern(pattern: ts.Node, found: Assignment[]): void {
  if (isTarget(pattern)) found.push({ target: pattern });
  else if (ts.isShorthandPropertyAssignment(pattern)) found.push({ target: pattern.name });
  else if (ts.isPropertyAssignment(pattern)) addPattern(pattern.initializer, found);
  else if (ts.isBinaryExpression(pattern)) addPattern(pattern.left, found);
  else ts.forEachChild(pattern, (child) => addPattern(child, found));
}

function isTarget(node: ts.Node): node is Assignment['target'] {
  return (
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node)
  );
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether the target gets the very value on the right. */
function isPlain({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return plain.has(kind);
}

const plain = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

function isStep(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken ||
      node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}
