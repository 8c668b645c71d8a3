import type { CheckedTool } from '@sluice/contracts';
import type ts from 'typescript';
import type { TypedProgram } from './typed-program.js';

/** How deep a type is looked into: a list in a promise in a list. */
const MAX_DEPTH = 4;

/** The tools in whose declarations a type stands: its own, of its elements, of what it promises, of its alternatives. */
export function toolsOfType(type: ts.Type, program: TypedProgram, depth = 0): CheckedTool[] {
  if (depth > MAX_DEPTH) return [];
  const own = program.toolOf(type.symbol);
  if (own !== undefined) return [own];
  const parts = type.isUnionOrIntersection() ? type.types : argumentsOf(type, program);
  return parts.flatMap((part) => toolsOfType(part, program, depth + 1));
}

function argumentsOf(type: ts.Type, { checker, isOfLanguage }: TypedProgram): readonly ts.Type[] {
  return isOfLanguage(type.symbol) ? checker.getTypeArguments(type as ts.TypeReference) : [];
}
