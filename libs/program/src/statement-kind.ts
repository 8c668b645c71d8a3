import { nodeAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/**
 * What a statement is to the search for a program's value. `silent`: nothing of it is left at run
 * time. `hoisted`: it takes effect wherever it stands. `declaration`: it only declares.
 */
export type StatementKind = 'silent' | 'hoisted' | 'declaration' | 'other';

/** Sorts a statement; an `export` counts as what it exports. */
export function statementKind(statement: SyntaxNode): StatementKind {
  if (statement['declare'] === true || silentTypes.has(statement.type)) return 'silent';
  if (statement.type === 'FunctionDeclaration') return 'hoisted';
  if (declarationTypes.has(statement.type)) return 'declaration';
  if (statement.type === 'ExportNamedDeclaration') {
    const declaration = nodeAt(statement, 'declaration');
    return declaration === undefined ? 'silent' : statementKind(declaration);
  }
  if (statement.type === 'ExportDefaultDeclaration') {
    const exported = nodeAt(statement, 'declaration');
    return exported === undefined || exported.type === 'Identifier'
      ? 'silent'
      : statementKind(exported);
  }
  return 'other';
}

const silentTypes = new Set([
  'EmptyStatement',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'ImportDeclaration',
]);

const declarationTypes = new Set([
  'VariableDeclaration',
  'ClassDeclaration',
  'TSEnumDeclaration',
  'TSModuleDeclaration',
]);
