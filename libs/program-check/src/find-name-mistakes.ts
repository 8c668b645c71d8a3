import type { ProgramMistake } from '@sluice/contracts';
import ts from 'typescript';
import { isCaught } from './is-caught.js';
import { nodeAt } from './node-at.js';
import type { TypedProgram } from './typed-program.js';

/** "Cannot find name", in its many words: with a near name, with packages of types to install, in a shorthand. */
const unknownName = new Set([2304, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 18004]);
/** "used before its declaration", of variables, classes and enums. */
const usedEarly = new Set([2448, 2449, 2450]);
const assignedConstant = 2588;
const unreachable = 7027;

/** Names that nothing declares, names that are used too early, and code that is never reached. */
export function findNameMistakes(program: TypedProgram): readonly ProgramMistake[] {
  const { source } = program;
  const mistakes: ProgramMistake[] = [];
  const askedFor = namesAskedFor(source);
  for (const { code, start } of program.diagnostics) {
    if (start === undefined) continue;
    const node = nodeAt(source, start);
    const position = program.positionOf(node);
    if (code === unreachable) mistakes.push({ kind: 'unreachable', position, isSure: false });
    if (!ts.isIdentifier(node)) continue;
    const { text: name } = node;
    const isSure = !isCaught(node) && !askedFor.has(name);
    if (unknownName.has(code)) {
      if (isType(node) || ts.isTypeOfExpression(node.parent)) continue;
      mistakes.push({ kind: 'global', name, position, isSure });
    } else if (usedEarly.has(code) || code === assignedConstant) {
      const isConstant = code === assignedConstant;
      mistakes.push({ kind: 'binding', name, isConstant, position, isSure });
    }
  }
  return mistakes;
}

/** Types are gone when the program runs. */
function isType(node: ts.Node): boolean {
  for (let inner = node; !ts.isStatement(inner) && !ts.isSourceFile(inner); inner = inner.parent) {
    if (ts.isTypeNode(inner)) return true;
    if (ts.isExpression(inner) && inner !== node) return false;
  }
  return false;
}

/** Names that the program asks for before it uses them: `typeof fetch`. */
function namesAskedFor(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeOfExpression(node) && ts.isIdentifier(node.expression))
      names.add(node.expression.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
