import ts from 'typescript';

/** Whether a program reads a property as one that may not be there: with a default, in a condition, behind `?.`. */
export function isGuarded(node: ts.Node): boolean {
  let inner = node;
  let outer = node.parent;
  while (
    ts.isParenthesizedExpression(outer) ||
    ts.isNonNullExpression(outer) ||
    ts.isAsExpression(outer)
  ) {
    inner = outer;
    outer = outer.parent;
  }
  if (ts.isBindingElement(outer)) return outer.initializer !== undefined;
  if (ts.isPropertyAccessExpression(outer) || ts.isElementAccessExpression(outer))
    return outer.expression === inner && outer.questionDotToken !== undefined;
  if (ts.isCallExpression(outer))
    return outer.expression === inner
      ? outer.questionDotToken !== undefined
      : outer.expression.getText() === 'Array.isArray';
  if (ts.isBinaryExpression(outer)) return tests.has(outer.operatorToken.kind);
  if (ts.isConditionalExpression(outer)) return outer.condition === inner;
  if (ts.isPrefixUnaryExpression(outer)) return outer.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isForStatement(outer)) return outer.condition === inner;
  return (
    ts.isIfStatement(outer) ||
    ts.isWhileStatement(outer) ||
    ts.isDoStatement(outer) ||
    ts.isSwitchStatement(outer) ||
    ts.isTypeOfExpression(outer) ||
    ts.isDeleteExpression(outer)
  );
}

const tests = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Whether something is written to there, and not read. */
export function isWritten(node: ts.Node): boolean {
  const outer = node.parent;
  return (
    ts.isBinaryExpression(outer) &&
    outer.left === node &&
    outer.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    outer.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  );
}
