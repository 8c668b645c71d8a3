import ts from 'typescript';
import type { ProgramChanges } from './program-changes.js';
import type { TypedProgram } from './typed-program.js';
import { unwrapExpression } from './unwrap-expression.js';

/** Whether an expression names a variable that gets a value of another type somewhere. */
export function isChanged(
  given: ts.Expression,
  { checker }: TypedProgram,
  { variables }: ProgramChanges,
): boolean {
  const node = unwrapExpression(given);
  if (!ts.isIdentifier(node)) return false;
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && variables.has(symbol);
}
