import type { StaticCall } from '@sluice/contracts';
import ts from 'typescript';
import { calledTool } from './called-tool.js';
import { isCaught } from './is-caught.js';
import { staticValue } from './static-value.js';
import type { TypedProgram } from './typed-program.js';

/** Calls that are looked at; a program with more of them has mistakes enough to tell in these. */
const MAX_CALLS = 500;

/** The calls of known tools, with what is known of their arguments. */
export function findCalls(program: TypedProgram): readonly StaticCall[] {
  const calls: StaticCall[] = [];
  const visit = (node: ts.Node): void => {
    if (calls.length >= MAX_CALLS) return;
    const called = ts.isCallExpression(node) ? calledTool(node, program) : undefined;
    if (ts.isCallExpression(node) && called !== undefined) {
      const { tool, argsIndex } = called;
      const position = program.positionOf(node);
      const hasSpread = node.arguments.slice(0, argsIndex + 1).some(ts.isSpreadElement);
      const given = node.arguments[argsIndex];
      if (!hasSpread)
        calls.push({
          toolId: tool.id,
          position,
          isCaught: isCaught(node),
          args:
            given === undefined || isNothing(given)
              ? { kind: 'object', members: [], isOpen: false, position }
              : staticValue(given, program),
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(program.source);
  return calls;
}

/** A call without arguments sends none; `null` and `undefined` do the same. */
function isNothing(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')
  );
}
