import ts from 'typescript';

/**
 * Whether the program may catch what is thrown there: inside `try`, and, where it catches anything at all, inside a function
 * that may be called there, or in a promise that is handed on.
 */
export function isCaught(node: ts.Node): boolean {
  let isHandedOn = ts.isCallExpression(node) && !isAwaited(node);
  for (let inner = node; !ts.isSourceFile(inner.parent); inner = inner.parent) {
    const outer = inner.parent;
    if (ts.isTryStatement(outer) && outer.tryBlock === inner && outer.catchClause) return true;
    // The outermost function is the program itself.
    if (ts.isFunctionLike(inner) && !ts.isExportAssignment(outer)) isHandedOn = true;
  }
  return isHandedOn && catchesAnything(node.getSourceFile());
}

function isAwaited(node: ts.Node): boolean {
  let outer = node.parent;
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
  return ts.isAwaitExpression(outer);
}

const catching = new Set(['catch', 'then', 'allSettled', 'any']);
const known = new WeakMap<ts.SourceFile, boolean>();

function catchesAnything(source: ts.SourceFile): boolean {
  let catches = known.get(source);
  if (catches === undefined) {
    catches = hasCatch(source);
    known.set(source, catches);
  }
  return catches;
}

function hasCatch(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return true;
  if (ts.isPropertyAccessExpression(node) && catching.has(node.name.text)) return true;
  return ts.forEachChild(node, hasCatch) ?? false;
}
