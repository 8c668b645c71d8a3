import { callArguments } from './call-arguments.js';
import { functionsOf, isFunction } from './functions-of.js';
import type { DeclaredFunction } from './functions-of.js';
import type { Repair } from './repair.js';
import { statementKind } from './statement-kind.js';
import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import type { TextEdit } from './tracked-text.js';

/** The text that is repaired, with what its statements declare. */
export interface ReturnInput {
  readonly text: string;
  readonly statements: readonly SyntaxNode[];
  readonly directives: readonly SyntaxNode[];
  readonly shift: number;
}

/**
 * Makes a program return what it evidently ends in. A last expression is returned; where it is a
 * function, the function is called. Functions, types and empty statements behind it do
 * not count. A program that only declares and has a `main`, or that is one function, is called too.
 * Undefined when the program returns by itself or nothing can be told.
 */
export function returnValue(input: ReturnInput): Repair | undefined {
  const { statements, directives } = input;
  const last = statements.filter((statement) => !isPassive(statement)).at(-1);
  if (last?.type === 'ExpressionStatement') return returnExpression(last, input);
  if (last?.type === 'BlockStatement') return returnBlock(last, input);
  if (statements.every((statement) => statementKind(statement) === 'silent')) {
    return returnDirective(directives.at(-1), input);
  }
  return callMain(input);
}

function isPassive(statement: SyntaxNode): boolean {
  const kind = statementKind(statement);
  return kind === 'silent' || kind === 'hoisted';
}

function returnExpression(statement: SyntaxNode, input: ReturnInput): Repair | undefined {
  const { text, shift } = input;
  const expression = nodeAt(statement, 'expression');
  const start = statement.start - shift;
  const hasSemicolon = text[statement.end - shift - 1] === ';';
  const end = statement.end - shift - (hasSemicolon ? 1 : 0);
  if (expression === undefined) return undefined;
  if (isFunction(expression)) return callFunction(start, end, expression);
  const named = expression.type === 'Identifier' ? textAt(expression, 'name') : undefined;
  const declared = declaredFunctions(input).find(({ name }) => name === named);
  if (declared !== undefined) {
    return {
      edits: [insertion(start, 'return '), insertion(end, callArguments(declared.node))],
      note: 'called the function at the end',
    };
  }
  const isVoid = expression.type === 'UnaryExpression' && expression['operator'] === 'void';
  if (isVoid && nodeAt(expression, 'argument')?.type === 'CallExpression') {
    const word = expression.start - shift;
    return {
      edits: [
        insertion(start, 'return ('),
        { start: word, end: word + 'void'.length, insert: '' },
        insertion(end, ')'),
      ],
      note: 'returned the last expression in place of "void"',
    };
  }
  return { edits: [insertion(start, 'return ')], note: 'returned the last expression' };
}

/** Puts a function that stands by itself into a call: `return (` … `)(tools)`, see {@link callArguments}. */
export function callFunction(start: number, end: number, fn: SyntaxNode): Repair {
  return {
    edits: [insertion(start, 'return ('), insertion(end, `)${callArguments(fn)}`)],
    note: 'called the function that was given',
  };
}

/** `{ total }` or `{ a, b }` as the last statement: as a block it would do nothing. */
function returnBlock(block: SyntaxNode, { shift, text }: ReturnInput): Repair | undefined {
  const [statement, ...others] = nodesAt(block, 'body');
  if (statement === undefined || others.length > 0) return undefined;
  if (text[statement.end - shift - 1] === ';') return undefined;
  if (!isLikeProperties(statement)) return undefined;
  return {
    edits: [insertion(block.start - shift, 'return ')],
    note: 'returned the object at the end',
  };
}

function isLikeProperties(statement: SyntaxNode): boolean {
  if (statement.type === 'LabeledStatement') {
    return nodeAt(statement, 'body')?.type === 'ExpressionStatement';
  }
  const expression = nodeAt(statement, 'expression');
  if (statement.type !== 'ExpressionStatement' || expression === undefined) return false;
  const names =
    expression.type === 'SequenceExpression' ? nodesAt(expression, 'expressions') : [expression];
  return names.every((name) => name?.type === 'Identifier');
}

/** Whether a directive is one: a program that is only a string is a directive to the parser too. */
export function isPragma(directive: SyntaxNode): boolean {
  const value = nodeAt(directive, 'value');
  return value !== undefined && textAt(value, 'value')?.startsWith('use ') === true;
}

function returnDirective(
  directive: SyntaxNode | undefined,
  { shift }: ReturnInput,
): Repair | undefined {
  const value = directive && nodeAt(directive, 'value');
  if (directive === undefined || value === undefined || isPragma(directive)) return undefined;
  return {
    edits: [insertion(value.start - shift, 'return ')],
    note: 'returned the last expression',
  };
}

function callMain({ text, statements }: ReturnInput): Repair | undefined {
  const present = statements.filter((statement) => statementKind(statement) !== 'silent');
  if (present.some((statement) => statementKind(statement) === 'other')) return undefined;
  const functions = present.flatMap((statement) => functionsOf(exportedBy(statement)));
  const exported = present
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((statement) => functionsOf(exportedBy(statement)));
  const lone = present.length === 1 ? functions : exported;
  const main = functions.find(({ name }) => name === 'main');
  const called = main ?? (lone.length === 1 ? lone[0] : undefined);
  if (called === undefined) return undefined;
  const { name, node } = called;
  const line = `return ${name}${callArguments(node)}`;
  return {
    edits: [insertion(text.length, `${text.endsWith('\n') ? '' : '\n'}${line}`)],
    note: `called ${name}()`,
  };
}

function declaredFunctions({ statements }: ReturnInput): readonly DeclaredFunction[] {
  return statements.flatMap((statement) => functionsOf(exportedBy(statement)));
}

function exportedBy(statement: SyntaxNode): SyntaxNode {
  if (statement.type !== 'ExportNamedDeclaration') return statement;
  return nodeAt(statement, 'declaration') ?? statement;
}

function insertion(at: number, insert: string): TextEdit {
  return { start: at, end: at, insert };
}
