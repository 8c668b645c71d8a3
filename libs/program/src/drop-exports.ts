import { callArguments } from './call-arguments.js';
import { functionsOf, isFunction } from './functions-of.js';
import { isTypeImport } from './find-imports.js';
import type { ParsedText } from './parsed-text.js';
import type { Repair } from './repair.js';
import { statementKind } from './statement-kind.js';
import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import type { TextEdit } from './tracked-text.js';

/** What is left of a module once it is a function's body. */
export interface DroppedExports {
  readonly repairs: readonly Repair[];
  /** Whether the default export is what the program gives back; the rest of its value need not be sought. */
  readonly returnsDefault: boolean;
}

/**
 * Turns a module into a body: `export` words go, lists of exports and imports of types go whole, and
 * the default export is returned at the end, called where it is a function.
 */
export function dropExports(text: string, parsed: ParsedText): DroppedExports {
  const module: Module = { text, ...parsed };
  const found = parsed.statements.map((statement) => dropStatement(statement, module));
  const repairs = found.flatMap(({ repair }) => (repair === undefined ? [] : [repair]));
  const exported = found.map(({ value }) => value).find((value) => value !== undefined);
  if (exported === undefined || runsItself(exported, module)) {
    return { repairs, returnsDefault: false };
  }
  const args = exported.node === undefined ? '' : callArguments(exported.node);
  const repair: Repair = {
    edits: [
      insertAt(text.length, `${text.endsWith('\n') ? '' : '\n'}return ${exported.name}${args}`),
    ],
    note: exported.node !== undefined ? 'called the default export' : 'returned the default export',
  };
  return { repairs: [...repairs, repair], returnsDefault: true };
}

interface Module extends ParsedText {
  readonly text: string;
}

/** The default export by the name it has in the body. */
interface DefaultExport {
  readonly name: string;
  /** The function it is; absent where it is a value. */
  readonly node?: SyntaxNode;
}

interface Dropped {
  readonly repair?: Repair;
  readonly value?: DefaultExport;
}

function dropStatement(statement: SyntaxNode, module: Module): Dropped {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'TSImportEqualsDeclaration':
      if (!isTypeImport(statement)) return {};
      return { repair: { edits: [removeAll(statement)], note: 'removed an import of types' } };
    case 'ExportAllDeclaration':
      return { repair: { edits: [removeAll(statement)], note: 'removed "export"' } };
    case 'ExportNamedDeclaration':
      return dropNamed(statement, module);
    case 'ExportDefaultDeclaration':
      return dropDefault(statement, nodeAt(statement, 'declaration'), 'default', module);
    case 'TSExportAssignment':
      return dropDefault(statement, nodeAt(statement, 'expression'), '=', module);
    default:
      return {};
  }
}

function dropNamed(statement: SyntaxNode, module: Module): Dropped {
  const declaration = nodeAt(statement, 'declaration');
  const note = 'removed "export"';
  if (declaration !== undefined) {
    return { repair: { edits: [removeRange(statement.start, declaration.start)], note } };
  }
  const byDefault = nodesAt(statement, 'specifiers').find(
    (specifier) => specifier && exportedName(specifier) === 'default',
  );
  const local = byDefault && nodeAt(byDefault, 'local');
  const name = local && textAt(local, 'name');
  return {
    repair: { edits: [removeAll(statement)], note },
    ...(name === undefined ? {} : { value: named(name, module) }),
  };
}

function dropDefault(
  statement: SyntaxNode,
  exported: SyntaxNode | undefined,
  lastWord: string,
  module: Module,
): Dropped {
  if (exported === undefined) return {};
  const note = lastWord === '=' ? 'removed "export ="' : 'removed "export default"';
  const id = isDeclaration(exported) ? nodeAt(exported, 'id') : undefined;
  const name = id && textAt(id, 'name');
  if (name !== undefined) {
    return {
      repair: { edits: [removeRange(statement.start, exported.start)], note },
      ...(statementKind(exported) === 'silent' ? {} : { value: { name, ...functionIn(exported) } }),
    };
  }
  if (exported.type === 'Identifier') {
    return {
      repair: { edits: [removeAll(statement)], note },
      value: named(textAt(exported, 'name') ?? '', module),
    };
  }
  const fresh = freshName(module.text);
  const end = endOfWord(statement.start, lastWord, module);
  const edits = [
    { start: statement.start, end, insert: `const ${fresh} =` },
    ...(module.text[statement.end - 1] === ';' ? [] : [insertAt(statement.end, ';')]),
  ];
  return { repair: { edits, note }, value: { name: fresh, ...functionIn(exported) } };
}

function isDeclaration({ type }: SyntaxNode): boolean {
  return type.endsWith('Declaration') || type === 'TSDeclareFunction';
}

function named(name: string, { statements }: Module): DefaultExport {
  const declared = statements.flatMap((statement) =>
    functionsOf(nodeAt(statement, 'declaration') ?? statement),
  );
  return declared.find((one) => one.name === name) ?? { name };
}

function functionIn(node: SyntaxNode): { readonly node?: SyntaxNode } {
  return isFunction(node) ? { node } : {};
}

/**
 * Whether the module calls its default export itself as its last step (`main(); export default
 * main`): then that is its value, and a second call would do everything twice.
 */
function runsItself({ name, node }: DefaultExport, module: Module): boolean {
  const last = module.statements
    .filter(({ type }) => !type.startsWith('Export'))
    .filter((statement) => !['silent', 'hoisted'].includes(statementKind(statement)))
    .at(-1);
  if (node === undefined || last?.type !== 'ExpressionStatement') return false;
  return module.text.slice(last.start, last.end).includes(`${name}(`);
}

function exportedName(specifier: SyntaxNode): string | undefined {
  const exported = nodeAt(specifier, 'exported');
  return exported && (textAt(exported, 'name') ?? textAt(exported, 'value'));
}

/** The end of a keyword that follows a statement's first word, past comments between the two. */
function endOfWord(start: number, word: string, { text, comments }: Module): number {
  let at = text.indexOf(word, start);
  for (;;) {
    const inside = comments.find((comment) => comment.start <= at && at < comment.end);
    if (inside === undefined) return at + word.length;
    at = text.indexOf(word, inside.end);
  }
}

function freshName(text: string): string {
  let name = 'defaultExport';
  while (text.includes(name)) name += '_';
  return name;
}

function removeAll(node: SyntaxNode): TextEdit {
  return removeRange(node.start, node.end);
}

function removeRange(start: number, end: number): TextEdit {
  return { start, end, insert: '' };
}

function insertAt(at: number, insert: string): TextEdit {
  return { start: at, end: at, insert };
}
