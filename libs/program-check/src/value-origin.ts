import type { CheckedTool } from '@sluice/contracts';
import ts from 'typescript';
import { calledTool } from './called-tool.js';
import { constantValue } from './constant-value.js';
import type { TypedProgram } from './typed-program.js';
import { unwrapExpression } from './unwrap-expression.js';

/** How far names are followed. */
const MAX_STEPS = 20;

/**
 * The tool whose result a value is, or is a part of: by the declaration of its type, or by where it was read from.
 * Undefined where the program itself may have made it.
 */
export function valueOrigin(given: ts.Expression, program: TypedProgram): CheckedTool | undefined {
  let node = unwrapExpression(given);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const ofType = program.toolOf(program.checker.getTypeAtLocation(node).symbol);
    if (ofType !== undefined) return ofType;
    if (ts.isPropertyAccessExpression(node))
      return program.toolOf(program.checker.getSymbolAtLocation(node.name));
    if (ts.isCallExpression(node)) return calledTool(node, program)?.tool;
    const inner = ts.isAwaitExpression(node)
      ? node.expression
      : ts.isIdentifier(node)
        ? constantValue(node, program.checker)
        : undefined;
    if (inner === undefined) return undefined;
    node = unwrapExpression(inner);
  }
  return undefined;
}
