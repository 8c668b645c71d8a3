import type { CheckedTool } from '@sluice/contracts';
import type ts from 'typescript';
import type { TypedProgram } from './typed-program.js';

/** A call of a known tool. */
export interface CalledTool {
  readonly tool: CheckedTool;
  /** Where in the arguments of the call those of the tool stand. */
  readonly argsIndex: number;
}

const known = new WeakMap<ts.CallExpression, { readonly called: CalledTool | undefined }>();

/** The tool that an expression calls, by its own name or by `call(id)`; undefined where that is not known. */
export function calledTool(node: ts.CallExpression, program: TypedProgram): CalledTool | undefined {
  // Types of expressions are found anew each time they are asked for.
  let entry = known.get(node);
  if (entry === undefined) {
    entry = { called: findCalledTool(node, program) };
    known.set(node, entry);
  }
  return entry.called;
}

function findCalledTool(node: ts.CallExpression, program: TypedProgram): CalledTool | undefined {
  const { checker } = program;
  const callee = checker.getTypeAtLocation(node.expression);
  if (callee.symbol?.name === 'Call') {
    const tool = program.toolOf(callee.symbol);
    return tool && { tool, argsIndex: 0 };
  }
  if (!program.isGlobal(callee.symbol, 'call')) return undefined;
  const [id] = node.arguments;
  const type = id && checker.getTypeAtLocation(id);
  const tool = type?.isStringLiteral() ? program.toolById(type.value) : undefined;
  return tool && { tool, argsIndex: 1 };
}
