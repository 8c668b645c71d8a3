import ts from 'typescript';

/**
 * What a name stands for all its life: the expression that its constant was declared with, without a type of its own.
 * Undefined for all other names.
 */
export function constantValue(
  name: ts.Identifier,
  checker: ts.TypeChecker,
): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  if (!ts.isIdentifier(declaration.name) || declaration.type !== undefined) return undefined;
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant ? declaration.initializer : undefined;
}
