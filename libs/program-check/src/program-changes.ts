import type { CheckedTool } from '@sluice/contracts';
import ts from 'typescript';
import { assignmentsIn } from './assignments-in.js';
import type { Assignment } from './assignments-in.js';
import { toolsOfType } from './tools-of-type.js';
import type { TypedProgram } from './typed-program.js';

/** What a program itself makes of values and variables: of those, the types that they had first say nothing any more. */
export interface ProgramChanges {
  /** Properties that it gives to any value: `item.score = 1`. */
  readonly names: ReadonlySet<string>;
  /** Tools whose results it turns into something else, as a whole or in parts: `items = items.map(titleOf)`. */
  readonly tools: ReadonlySet<CheckedTool>;
  /** Variables that get a value of another type: `page = await page`. */
  readonly variables: ReadonlySet<ts.Symbol>;
}

/** Reads all that a program writes to. JavaScript may do so wherever it likes. */
export function programChanges(program: TypedProgram): ProgramChanges {
  const names = new Set<string>();
  const tools = new Set<CheckedTool>();
  const variables = new Set<ts.Symbol>();
  const { checker } = program;
  const changeType = (type: ts.Type) => {
    for (const tool of toolsOfType(type, program)) tools.add(tool);
  };
  const note = ({ target, value }: Assignment) => {
    if (ts.isIdentifier(target)) {
      const symbol = checker.getSymbolAtLocation(target);
      if (symbol === undefined) return;
      const type = checker.getTypeOfSymbol(symbol);
      if (isSameType(value, type, checker)) return;
      variables.add(symbol);
      changeType(type);
      return;
    }
    const owner = checker.getTypeAtLocation(target.expression);
    const name = nameOfProperty(target);
    if (name !== undefined) names.add(name);
    else if (isAnyParameter(target.expression, program))
      for (const tool of program.tools) tools.add(tool);
    const type = checker.getTypeAtLocation(target);
    // A property that was not there is known by its name; one without a name may be any.
    if (
      (type.flags & ts.TypeFlags.Any) !== 0 ? name === undefined : !isSameType(value, type, checker)
    )
      changeType(owner);
  };
  for (const assignment of assignmentsIn(program.source)) note(assignment);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      noteCall(node, node.expression);
    ts.forEachChild(node, visit);
  };
  const noteCall = (call: ts.CallExpression, callee: ts.PropertyAccessExpression) => {
    const [first, second] = call.arguments;
    if (first === undefined) return;
    if (inserting.has(callee.name.text)) {
      const list = checker.getTypeAtLocation(callee.expression);
      const element = elementOf(list, checker);
      for (const value of call.arguments)
        if (element && !ts.isSpreadElement(value) && isOther(value, element, checker))
          changeType(list);
      return;
    }
    if (callee.name.text === 'defineProperties' && second !== undefined)
      for (const { name } of checker.getTypeAtLocation(second).getProperties()) names.add(name);
    const isNaming = naming.has(callee.name.text);
    if (!isNaming && callee.name.text !== 'assign') return;
    if (isNaming && second && ts.isStringLiteralLike(second)) names.add(second.text);
    else if (!isNaming && call.arguments.slice(1).every(ts.isObjectLiteralExpression))
      for (const source of call.arguments.slice(1))
        for (const { name } of checker.getTypeAtLocation(source).getProperties()) names.add(name);
    else changeType(checker.getTypeAtLocation(first));
  };
  visit(program.source);
  return { names, tools, variables };
}

/** Methods of lists that put in what they are given. */
const inserting = new Set(['push', 'unshift', 'splice', 'toSpliced', 'fill', 'with', 'concat']);
/** `Object.defineProperty(value, name, …)`, `Reflect.set(value, name, …)`. */
const naming = new Set(['defineProperty', 'set']);

/** What a function without types is handed, which may be anything: `(item, key) => { item[key] = 1; }`. */
function isAnyParameter(node: ts.Expression, { checker }: TypedProgram): boolean {
  if ((checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) === 0) return false;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  return declaration !== undefined && ts.isParameter(declaration);
}

function nameOfProperty(
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): string | undefined {
  if (ts.isPropertyAccessExpression(target)) return target.name.text;
  const { argumentExpression: key } = target;
  return ts.isStringLiteralLike(key) ? key.text : undefined;
}

/** Whether a variable or property keeps its type with a value; nothing is a value of every type. */
function isSameType(
  value: ts.Expression | undefined,
  type: ts.Type,
  checker: ts.TypeChecker,
): boolean {
  return value !== undefined && isSame(checker.getTypeAtLocation(value), type, checker);
}

function isSame(given: ts.Type, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (given === type) return true;
  if ((given.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0) return true;
  if ((given.flags & ts.TypeFlags.Any) !== 0) return false;
  const wide = checker.getBaseTypeOfLiteralType(given);
  return checker.isTypeAssignableTo(wide, type) && checker.isTypeAssignableTo(type, wide);
}

/** Whether a list gets what it does not hold: an object of another type, or a list of them (`concat`). */
function isOther(value: ts.Expression, element: ts.Type, checker: ts.TypeChecker): boolean {
  const given = checker.getTypeAtLocation(value);
  const type = elementOf(given, checker) ?? given;
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Any)) === 0) return false;
  return !isSame(type, element, checker);
}

function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.getIndexTypeOfType(type, ts.IndexKind.Number);
}
