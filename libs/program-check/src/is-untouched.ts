import ts from 'typescript';
import { calledTool } from './called-tool.js';
import { isWritten } from './is-guarded.js';
import type { TypedProgram } from './typed-program.js';

/**
 * Whether an object that a constant holds stays what it was: wherever its name stands, it is read by a dot, spread, or handed
 * to a tool, which sends a copy.
 */
export function isUntouched(name: ts.Identifier, program: TypedProgram): boolean {
  const symbol = symbolOf(name, program);
  let isSo = true;
  const visit = (node: ts.Node): void => {
    if (!isSo) return;
    if (ts.isIdentifier(node) && node.text === name.text && symbolOf(node, program) === symbol)
      isSo = isHarmless(node, program);
    ts.forEachChild(node, visit);
  };
  visit(program.source);
  return isSo;
}

function symbolOf(node: ts.Identifier, { checker }: TypedProgram): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

function isHarmless(node: ts.Identifier, program: TypedProgram): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.name === node;
  if (ts.isSpreadAssignment(parent)) return true;
  if (ts.isCallExpression(parent))
    return parent.expression !== node && calledTool(parent, program) !== undefined;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== node) return false;
  // `a.b.c = 1`, `a.b.push(1)`, `f(a.b)`, `a.b = 1`, `a.b++`, `delete a.b`: only a plain value that is read stays what it is.
  const { flags } = program.checker.getTypeAtLocation(parent);
  return (flags & plainTypes) !== 0 && !isWritten(parent) && !changes(parent.parent);
}

const plainTypes = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

function changes(node: ts.Node): boolean {
  const steps = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return steps.includes(node.operator);
  return ts.isDeleteExpression(node);
}
