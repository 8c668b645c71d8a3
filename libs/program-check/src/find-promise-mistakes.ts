import type { ProgramMistake } from '@sluice/contracts';
import ts from 'typescript';
import { calledTool } from './called-tool.js';
import { isChanged } from './is-changed.js';
import type { ProgramChanges } from './program-changes.js';
import { isPromise } from './promises.js';
import type { TypedProgram } from './typed-program.js';
import { unwrapExpression } from './unwrap-expression.js';

/** Promises that are used as if they were their values, and calls that nobody waits for. */
export function findPromiseMistakes(
  program: TypedProgram,
  changes: ProgramChanges,
): readonly ProgramMistake[] {
  const mistakes: ProgramMistake[] = [];
  let lastWait: number | undefined;
  const visit = (node: ts.Node): void => {
    for (const used of usedAsValue(node))
      if (isPromise(used, program) && !isChanged(used, program, changes))
        mistakes.push({ kind: 'await', position: program.positionOf(used), isSure: true });
    const floating = floatingIn(node, program);
    if (floating !== undefined)
      mistakes.push({
        kind: 'floating',
        ...floating,
        position: program.positionOf(node),
        // Where the program waits for something later on, the call may well be done by then.
        isSure: (lastWait ??= lastWaitOf(program)) < node.end,
      });
    ts.forEachChild(node, visit);
  };
  visit(program.source);
  return mistakes;
}

/** Expressions of a node that make no sense as promises. */
function usedAsValue(node: ts.Node): readonly ts.Expression[] {
  if (ts.isTemplateSpan(node)) return [node.expression];
  if (ts.isSpreadAssignment(node)) return [node.expression];
  if (ts.isForInStatement(node)) return [node.expression];
  if (ts.isBinaryExpression(node) && calculating.has(node.operatorToken.kind))
    return [node.left, node.right];
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression))
    return collections.has(node.expression.text) ? (node.arguments ?? []).slice(0, 1) : [];
  if (!ts.isCallExpression(node)) return [];
  return readers.has(nameOfCallee(node.expression)) ? node.arguments.slice(0, 1) : [];
}

const calculating = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
const collections = new Set(['Map', 'Set']);
const readers = new Set([
  ...['keys', 'values', 'entries', 'fromEntries'].map((name) => `Object.${name}`),
  ...['all', 'allSettled', 'race', 'any'].map((name) => `Promise.${name}`),
  'JSON.stringify',
  'JSON.parse',
  'Array.from',
  'String',
  'Number',
  'parseInt',
  'parseFloat',
]);

function nameOfCallee(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression))
    return `${callee.expression.text}.${callee.name.text}`;
  return '';
}

/** A statement that starts a call and lets its promise go. */
function floatingIn(node: ts.Node, program: TypedProgram) {
  if (!ts.isExpressionStatement(node)) return undefined;
  const call = unwrapExpression(node.expression);
  if (!ts.isCallExpression(call)) return undefined;
  const tool = calledTool(call, program)?.tool;
  if (tool !== undefined) return { toolId: tool.id, isForEach: false };
  const isForEach =
    ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'forEach';
  if (!isForEach) return undefined;
  const [each] = call.arguments;
  const [signature] = each ? program.checker.getTypeAtLocation(each).getCallSignatures() : [];
  const result = signature && program.checker.getReturnTypeOfSignature(signature);
  const isAsync = result?.symbol?.name === 'Promise' && program.isOfLanguage(result.symbol);
  return isAsync && each && waitsOrCalls(each, program) ? { isForEach: true } : undefined;
}

/** Whether a function goes on later, or starts what does: one that does neither is done when it returns. */
function waitsOrCalls(each: ts.Node, program: TypedProgram): boolean {
  const isWritten = ts.isArrowFunction(each) || ts.isFunctionExpression(each);
  return !isWritten || hasWait(each.body, program);
}

function hasWait(node: ts.Node, program: TypedProgram): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return true;
  if (ts.isCallExpression(node) && isPromise(node, program)) return true;
  return ts.forEachChild(node, (child) => hasWait(child, program)) ?? false;
}

/** Where the program waits last, or has a promise that may be waited for. */
function lastWaitOf(program: TypedProgram): number {
  let last = -1;
  const visit = (node: ts.Node): void => {
    if (node.end > last && isWait(node, program)) last = node.end;
    ts.forEachChild(node, visit);
  };
  visit(program.source);
  return last;
}

function isWait(node: ts.Node, program: TypedProgram): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isForOfStatement(node)) return node.awaitModifier !== undefined;
  if (ts.isReturnStatement(node))
    return node.expression !== undefined && isPromise(node.expression, program);
  return (
    ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && isPromise(node, program)
  );
}
