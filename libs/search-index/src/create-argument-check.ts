import type { Position, StaticValue } from '@sluice/contracts';
import type { Check, Fault, FaultText } from './check-run.js';
import { CheckRun } from './check-run.js';
import { createSchemaCompiler } from './compile-schema.js';
import { isIdentifier } from './is-identifier.js';
import { isSchemaObject } from './json-schema.js';
import { kindOf } from './json-types.js';
import { plainValue } from './plain-value.js';
import type { StaticTrust } from './plain-value.js';
import { positionAt } from './position-at.js';
import { quote } from './quote.js';
import { UnknownValue } from './unknown-value.js';

/** One thing that is wrong with the arguments of a call. */
export interface ArgumentProblem extends FaultText {
  /** Where, as a program would write it: `args.items[2].name`. */
  readonly path: string;
}

/** The same of a call that was not made yet. */
export interface StaticProblem extends ArgumentProblem {
  /** In the program. */
  readonly position: Position;
}

/** Holds arguments against the input schema of one tool. */
export interface ArgumentCheck {
  /** Everything that is surely wrong, in the order of the schema; empty where nothing is. */
  problemsOf(args: unknown): readonly ArgumentProblem[];
  /**
   * What is wrong whatever the parts turn out to be that are not known yet: any arguments that this value stands for
   * have problems.
   */
  problemsOfStatic(args: StaticValue, trust: StaticTrust): readonly StaticProblem[];
  /** What of the schema is not checked, one sentence each. Compiles all of it. */
  notes(): readonly string[];
}

/** Parts of a path that are shown. */
const MAX_PARTS = 12;
/** Longest name in a path, in UTF-16 code units. */
const MAX_NAME_LENGTH = 60;

/**
 * Makes the check of one input schema of any draft from 4 to 2020-12. Each part is compiled when a value first meets it, so that
 * making one costs nothing. Only what a server that means its schema would refuse counts: `format` is a remark, a `oneOf` may
 * match twice, unknown names are wrong only under `additionalProperties: false`, a property with a default is never missing.
 * The work of one call is bounded whatever the schema says; what would take more is let pass.
 *
 * @example
 * createArgumentCheck({ type: 'object', properties: { limit: { type: 'integer' } } }).problemsOf({ limit: '5' })
 * // [{ path: 'args.limit', text: 'must be integer, not a string', nearest: '5' }]
 */
export function createArgumentCheck(schema: unknown): ArgumentCheck {
  const notes = new Set<string>();
  if (!isSchemaObject(schema)) {
    if (schema !== true) notes.add('The schema is none; arguments are not checked.');
    return {
      problemsOf: () => [],
      problemsOfStatic: (args, trust) => noObjectOf(args, trust),
      notes: () => [...notes],
    };
  }
  const compiler = createSchemaCompiler(schema, notes);
  const check = compiler.compile(schema);
  return {
    problemsOf: (args) => withoutTwins(faultsOf(check, args).map(tell)),
    problemsOfStatic(args, trust) {
      const noObject = noObjectOf(args, trust);
      if (noObject.length > 0 || args.kind !== 'object') return noObject;
      const faults = faultsOf(check, plainValue(args, trust));
      return withoutTwins(
        faults.map((fault) => ({ ...tell(fault), position: positionAt(args, fault.path) })),
      );
    },
    notes() {
      compiler.compileAll();
      return [...notes];
    },
  };
}

function faultsOf(check: Check, args: unknown): readonly Fault[] {
  const run = new CheckRun();
  run.enter(check, args);
  if (run.isExhausted) return [];
  // A schema that allows no object at all is wrong itself: nothing could ever be called.
  return run.faults.filter(({ kind, path }) => kind !== 'type' || path.length > 0);
}

function tell({ path, say }: Fault): ArgumentProblem {
  return { path: pathText(path), ...say() };
}

function withoutTwins<Problem extends ArgumentProblem>(
  problems: readonly Problem[],
): readonly Problem[] {
  return [...new Map(problems.map((one) => [`${one.path} ${one.text}`, one])).values()];
}

/** Arguments have names: what is no object is refused before any schema is asked. */
function noObjectOf(args: StaticValue, trust: StaticTrust): readonly StaticProblem[] {
  const value = plainValue(args, trust);
  const mayBe =
    value instanceof UnknownValue
      ? value.mayBe('object') || value.mayBe('null')
      : value === null || (typeof value === 'object' && !Array.isArray(value));
  if (mayBe) return [];
  const text = `must be one object, not ${kindOf(value)}`;
  return [{ path: 'args', text, nearest: '{ name: value }', position: args.position }];
}

function pathText(path: readonly (string | number)[]): string {
  const parts = path.slice(0, MAX_PARTS).map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    const name = key.slice(0, MAX_NAME_LENGTH);
    return isIdentifier(name) && name !== '__proto__' ? `.${name}` : `[${quote(name)}]`;
  });
  return `args${parts.join('')}${path.length > MAX_PARTS ? '…' : ''}`;
}
