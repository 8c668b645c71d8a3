import type { StaticType, StaticValue } from '@sluice/contracts';
import ts from 'typescript';
import { constantValue } from './constant-value.js';
import { isUntouched } from './is-untouched.js';
import { staticObject } from './static-object.js';
import type { TypedProgram } from './typed-program.js';
import { unwrapExpression } from './unwrap-expression.js';

/** How far names and parts are followed. */
const MAX_DEPTH = 12;

/** Turns expressions into what is known of their values before the program runs. */
export interface StaticReader {
  read(node: ts.Expression, depth: number): StaticValue;
  readonly program: TypedProgram;
}

/**
 * What is known of the value of an expression, whatever the program does: literals, what is made of them, and types
 * that follow from the operation. What a program only says of a type, and what may be changed in between, is
 * not known.
 */
export function staticValue(node: ts.Expression, program: TypedProgram): StaticValue {
  const reader: StaticReader = { program, read: (inner, depth) => read(inner, depth, reader) };
  return reader.read(node, 0);
}

function read(given: ts.Expression, depth: number, reader: StaticReader): StaticValue {
  const { program } = reader;
  const node = unwrapExpression(given);
  const position = program.positionOf(given);
  const some = (...types: StaticType[]): StaticValue => ({
    kind: 'some',
    types,
    isDeclared: false,
    position,
  });
  const literal = (value: string | number | bigint | boolean | null): StaticValue => ({
    kind: 'literal',
    value,
    position,
  });
  if (depth > MAX_DEPTH) return some();
  if (ts.isStringLiteralLike(node)) return literal(node.text);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (ts.isBigIntLiteral(node)) return literal(BigInt(node.text.slice(0, -1)));
  const constant = constants.get(node.kind);
  if (constant !== undefined) return literal(constant);
  if (ts.isTemplateExpression(node)) return some('string');
  if (ts.isObjectLiteralExpression(node)) return staticObject(node, depth, reader);
  if (ts.isArrayLiteralExpression(node)) {
    const isWhole = node.elements.every(
      (element) => !ts.isSpreadElement(element) && !ts.isOmittedExpression(element),
    );
    if (!isWhole) return some('array');
    const elements = node.elements.map((element) => reader.read(element, depth + 1));
    return { kind: 'array', elements, position };
  }
  if (ts.isConditionalExpression(node))
    return either([node.whenTrue, node.whenFalse], depth, reader, position);
  if (ts.isPrefixUnaryExpression(node)) return readPrefix(node, depth, reader, some);
  if (ts.isBinaryExpression(node)) return readBinary(node, depth, reader, some);
  if (ts.isTypeOfExpression(node)) return some('string');
  if (ts.isIdentifier(node)) {
    const value = constantValue(node, program.checker);
    if (value !== undefined) return readConstant(node, value, depth, reader, some);
  }
  if (ts.isCallExpression(node)) return some(...typesOfCall(node, program));
  if (ts.isPropertyAccessExpression(node)) return readProperty(node, program, position);
  return some();
}

const constants: ReadonlyMap<ts.SyntaxKind, boolean | null> = new Map([
  [ts.SyntaxKind.TrueKeyword, true],
  [ts.SyntaxKind.FalseKeyword, false],
  [ts.SyntaxKind.NullKeyword, null],
]);

type Some = (...types: StaticType[]) => StaticValue;

/** A constant object may still get other members: only one that is nowhere touched is known. */
function readConstant(
  name: ts.Identifier,
  initializer: ts.Expression,
  depth: number,
  reader: StaticReader,
  some: Some,
): StaticValue {
  const value = reader.read(initializer, depth + 1);
  const { position } = some();
  if (value.kind === 'literal' || value.kind === 'some') return { ...value, position };
  if (isUntouched(name, reader.program)) return { ...value, position };
  return some(value.kind);
}

function readPrefix(
  node: ts.PrefixUnaryExpression,
  depth: number,
  reader: StaticReader,
  some: Some,
): StaticValue {
  if (node.operator === ts.SyntaxKind.ExclamationToken) return some('boolean');
  const operand = reader.read(node.operand, depth + 1);
  if (node.operator === ts.SyntaxKind.MinusToken && operand.kind === 'literal') {
    const { value } = operand;
    if (typeof value === 'number' || typeof value === 'bigint')
      return { ...operand, value: -value, position: some().position };
  }
  return some('number');
}

const arithmetic = new Set([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
]);
const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);
const choices = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

function readBinary(
  node: ts.BinaryExpression,
  depth: number,
  reader: StaticReader,
  some: Some,
): StaticValue {
  const operator = node.operatorToken.kind;
  if (arithmetic.has(operator)) return some('number');
  if (comparisons.has(operator)) return some('boolean');
  if (choices.has(operator)) return either([node.left, node.right], depth, reader, some().position);
  if (operator === ts.SyntaxKind.CommaToken) return reader.read(node.right, depth + 1);
  if (operator !== ts.SyntaxKind.PlusToken) return some();
  const sides = [node.left, node.right].map((side) => typesOf(reader.read(side, depth + 1)));
  if (sides.some((types) => types.length === 1 && types[0] === 'string')) return some('string');
  return sides.every((types) => types.length === 1 && types[0] === 'number')
    ? some('number')
    : some();
}

/** One of several values. */
function either(
  nodes: readonly ts.Expression[],
  depth: number,
  reader: StaticReader,
  position: StaticValue['position'],
): StaticValue {
  const values = nodes.map((node) => reader.read(node, depth + 1));
  const types = values.map(typesOf);
  const isAny = types.some((list) => list.length === 0);
  const isDeclared = values.some((value) => value.kind === 'some' && value.isDeclared);
  return { kind: 'some', types: isAny ? [] : [...new Set(types.flat())], isDeclared, position };
}

/** JSON types of a value; none: any. */
function typesOf(value: StaticValue): readonly StaticType[] {
  switch (value.kind) {
    case 'some':
      return value.types;
    case 'array':
    case 'object':
      return [value.kind];
    case 'literal':
      if (value.value === null) return ['null'];
      return [typeof value.value === 'bigint' ? 'number' : (typeof value.value as StaticType)];
  }
}

/** Functions and methods of the language that always give a value of one type, whatever they are given. */
const typesOfFunctions: ReadonlyMap<string, StaticType> = new Map([
  ...['String', 'encodeURIComponent', 'encodeURI'].map((name) => [name, 'string'] as const),
  ...['Number', 'parseInt', 'parseFloat'].map((name) => [name, 'number'] as const),
  ['Boolean', 'boolean'],
]);
const typesOfMethods: ReadonlyMap<string, StaticType> = new Map([
  ...[
    'join',
    'toFixed',
    'toISOString',
    'trim',
    'toUpperCase',
    'toLowerCase',
    'padStart',
    'padEnd',
  ].map((name) => [name, 'string'] as const),
  ...['map', 'filter', 'flatMap', 'split'].map((name) => [name, 'array'] as const),
]);

function typesOfCall({ expression }: ts.CallExpression, program: TypedProgram): StaticType[] {
  const { checker } = program;
  const isMethod = ts.isPropertyAccessExpression(expression);
  if (!isMethod && !ts.isIdentifier(expression)) return [];
  const name = isMethod ? expression.name : expression;
  const type = (isMethod ? typesOfMethods : typesOfFunctions).get(name.text);
  if (type === undefined || !program.isOfLanguage(checker.getSymbolAtLocation(name))) return [];
  return [type];
}

/** A property of a tool's value: its declared type, as far as that can be believed. */
function readProperty(
  node: ts.PropertyAccessExpression,
  program: TypedProgram,
  position: StaticValue['position'],
): StaticValue {
  const symbol = program.checker.getSymbolAtLocation(node.name);
  const tool = program.toolOf(symbol);
  const isKnown = tool?.result !== undefined && !tool.result.isObserved;
  const type = isKnown ? typeName(program.checker.getTypeAtLocation(node)) : undefined;
  return {
    kind: 'some',
    types: type === undefined ? [] : [type, 'null'],
    isDeclared: type !== undefined,
    position,
  };
}

function typeName({ flags }: ts.Type): StaticType | undefined {
  if ((flags & ts.TypeFlags.StringLike) !== 0) return 'string';
  if ((flags & ts.TypeFlags.NumberLike) !== 0) return 'number';
  return (flags & ts.TypeFlags.BooleanLike) !== 0 ? 'boolean' : undefined;
}
