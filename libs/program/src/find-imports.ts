import type { ParsedText } from './parsed-text.js';
import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import type { TextProblem } from './text-problem.js';
import { walkNodes } from './walk-nodes.js';

/**
 * The first import that a program cannot have: a static `import` or `export … from` of values,
 * `import.meta`, or `require("…")` on the top level. Imports of types are none, they leave nothing
 * behind; `import()` is refused when it is called.
 */
export function findImport({ statements, shift }: ParsedText): TextProblem | undefined {
  const found = statements.find(isValueImport) ?? findMeta(statements);
  if (found === undefined) return undefined;
  const module = moduleOf(found);
  const what = module === undefined ? nameOf(found) : JSON.stringify(module);
  return {
    code: 'PROGRAM_IMPORT',
    message: `Cannot use ${what}: imports are not available in a program: call a tool instead`,
    hint: 'Remove the import. "tools", "call" and the web globals are there without one.',
    offset: found.start - shift,
  };
}

/** Whether an import or re-export is of types only. */
export function isTypeImport(statement: SyntaxNode): boolean {
  if ((textAt(statement, 'importKind') ?? textAt(statement, 'exportKind')) === 'type') return true;
  const specifiers = nodesAt(statement, 'specifiers');
  return (
    specifiers.length > 0 &&
    specifiers.every(
      (specifier) => specifier?.['importKind'] === 'type' || specifier?.['exportKind'] === 'type',
    )
  );
}

function isValueImport(statement: SyntaxNode): boolean {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return !isTypeImport(statement);
    case 'ExportNamedDeclaration':
      return nodeAt(statement, 'source') !== undefined && !isTypeImport(statement);
    case 'TSImportEqualsDeclaration':
      return (
        nodeAt(statement, 'moduleReference')?.type === 'TSExternalModuleReference' &&
        !isTypeImport(statement)
      );
    default:
      return requireOf(statement) !== undefined;
  }
}

/** `const x = require("y")`, `const z = require("y").z`, or the call as a statement. */
function requireOf(statement: SyntaxNode): SyntaxNode | undefined {
  const roots =
    statement.type === 'VariableDeclaration'
      ? nodesAt(statement, 'declarations').map((item) => item && nodeAt(item, 'init'))
      : statement.type === 'ExpressionStatement'
        ? [nodeAt(statement, 'expression')]
        : [];
  return roots.map((root) => root && innermostObject(root)).find((root) => root && isRequire(root));
}

function innermostObject(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type === 'MemberExpression') {
    const object = nodeAt(inner, 'object');
    if (object === undefined) break;
    inner = object;
  }
  return inner;
}

function isRequire(node: SyntaxNode): boolean {
  const callee = nodeAt(node, 'callee');
  const [module] = nodesAt(node, 'arguments');
  return (
    node.type === 'CallExpression' &&
    callee?.type === 'Identifier' &&
    callee['name'] === 'require' &&
    module?.type === 'StringLiteral'
  );
}

function findMeta(statements: readonly SyntaxNode[]): SyntaxNode | undefined {
  for (const node of walkNodes(statements)) {
    if (node.type === 'MetaProperty' && nodeAt(node, 'meta')?.['name'] === 'import') return node;
  }
  return undefined;
}

function moduleOf(node: SyntaxNode): string | undefined {
  const reference = nodeAt(node, 'moduleReference');
  const source = nodeAt(node, 'source') ?? (reference && nodeAt(reference, 'expression'));
  const required = requireOf(node);
  const literal = source ?? (required && nodesAt(required, 'arguments')[0]);
  return literal && textAt(literal, 'value');
}

function nameOf(node: SyntaxNode): string {
  return node.type === 'MetaProperty' ? '"import.meta"' : 'an import';
}
