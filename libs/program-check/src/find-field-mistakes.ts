import type { ProgramMistake } from '@sluice/contracts';
import ts from 'typescript';
import { doubtOf } from './doubt-of.js';
import type { FoundMistake } from './doubt-of.js';
import { isChanged } from './is-changed.js';
import { isGuarded, isWritten } from './is-guarded.js';
import { nodeAt } from './node-at.js';
import type { ProgramChanges } from './program-changes.js';
import { isPromiseType } from './promises.js';
import type { TypedProgram } from './typed-program.js';
import { valueOrigin } from './value-origin.js';

/** "Property does not exist on type", with and without a near name. */
const missingProperty = new Set([2339, 2551]);
/** "must have a [Symbol.iterator]() method", "is not an array type". */
const notIterable = new Set([2488, 2461, 2495, 2548, 2549]);

/** What a program reads from values that do not have it: from results of tools, and from promises that nobody awaited. */
export function findFieldMistakes(
  program: TypedProgram,
  changes: ProgramChanges,
): readonly ProgramMistake[] {
  const found: FoundMistake[] = [];
  for (const { code, start } of program.diagnostics) {
    if (start === undefined) continue;
    const node = nodeAt(program.source, start);
    const read = missingProperty.has(code)
      ? propertyRead(node, program)
      : notIterable.has(code)
        ? { from: outermost(node, start, program.source), node }
        : undefined;
    const mistake = read && mistakeOf(read, program, changes);
    if (read === undefined || mistake === undefined) continue;
    found.push({ mistake, node: read.node, isGuarded: isGuarded(read.node) });
  }
  const isDoubted = doubtOf(found, program.source);
  return found.map(({ mistake, node }) =>
    mistake.kind === 'field' && isDoubted(mistake, node) ? { ...mistake, isSure: false } : mistake,
  );
}

interface PropertyRead {
  /** Absent where the value is iterated over. */
  readonly field?: string;
  /** What it is read from; absent where a pattern takes a parameter apart. */
  readonly from?: ts.Expression | undefined;
  readonly pattern?: ts.ObjectBindingPattern;
  /** What has the value: the access, or the name in a pattern. */
  readonly node: ts.Node;
}

function propertyRead(node: ts.Node, program: TypedProgram): PropertyRead | undefined {
  const outer = node.parent;
  if (ts.isPropertyAccessExpression(outer) && outer.name === node) {
    if (isWritten(outer)) return undefined;
    return { field: node.getText(program.source), from: outer.expression, node: outer };
  }
  const element = ts.isBindingElement(node) ? node : ts.isBindingElement(outer) ? outer : undefined;
  if (element === undefined || !ts.isObjectBindingPattern(element.parent)) return undefined;
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  const holder = element.parent.parent;
  const from = ts.isVariableDeclaration(holder) ? holder.initializer : undefined;
  return {
    field: name.text,
    ...(from === undefined ? {} : { from }),
    pattern: element.parent,
    node: element.name,
  };
}

function mistakeOf(
  { field, from, pattern, node }: PropertyRead,
  program: TypedProgram,
  changes: ProgramChanges,
): ProgramMistake | undefined {
  const { checker } = program;
  const at = ts.isPropertyAccessExpression(node) ? node.name : node;
  const position = program.positionOf(at);
  const asked = field === undefined ? {} : { field };
  const whole = from ?? pattern;
  if (whole === undefined) return undefined;
  const type = checker.getApparentType(checker.getTypeAtLocation(whole));
  if (field !== undefined && changes.names.has(field)) return undefined;
  if (isPromiseType(type, program))
    return from && isChanged(from, program, changes)
      ? undefined
      : { kind: 'await', ...asked, position, isSure: true };
  // `never` is a place that is not come to, if the types are true: a program that looks may know better.
  if ((type.flags & ts.TypeFlags.Never) !== 0) return undefined;
  if (field !== undefined && type.isUnion() && type.types.some((one) => one.getProperty(field)))
    return undefined;
  const tool =
    program.toolOf(type.symbol) ?? (from === undefined ? undefined : valueOrigin(from, program));
  if (tool?.result === undefined || changes.tools.has(tool)) return undefined;
  // Options that are put together may ask for the whole MCP result.
  if (changes.names.has('raw')) return undefined;
  const { isObserved } = tool.result;
  const isObject = program.toolOf(type.symbol) !== undefined;
  const known = isObject ? type.getProperties().map(({ name }) => name) : [];
  return {
    kind: 'field',
    ...asked,
    toolId: tool.id,
    isObserved,
    known: known.slice(0, maxKnown),
    ...(isObject ? {} : { type: simpleType(type, checker) }),
    position,
    isSure: !isObserved,
  };
}

/** Names that are told of; a model that needs more reads the signature. */
const maxKnown = 200;

function simpleType(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.symbol?.name === 'Array') return 'an array';
  const text = checker.typeToString(type).toLowerCase();
  return /^[a-z]{1,20}$/.test(text) ? `a ${text}` : 'another value';
}

/** The largest expression that starts there. */
function outermost(node: ts.Node, start: number, source: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  for (
    let inner = node;
    inner.getStart(source) === start && !ts.isStatement(inner);
    inner = inner.parent
  )
    if (ts.isExpression(inner)) found = inner;
  return found;
}
