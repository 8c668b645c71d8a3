import type ts from 'typescript';
import type { TypedProgram } from './typed-program.js';

/** Whether a type is a promise, whatever else is known. */
export function isPromiseType(type: ts.Type, { isOfLanguage }: TypedProgram): boolean {
  return type.symbol?.name === 'Promise' && isOfLanguage(type.symbol);
}

/** Whether an expression gives a promise, whatever else is known. */
export function isPromise(node: ts.Node, program: TypedProgram): boolean {
  return isPromiseType(program.checker.getTypeAtLocation(node), program);
}
