import type { FaultText } from './check-run.js';
import { CheckRun } from './check-run.js';
import { createSchemaCompiler } from './compile-schema.js';
import { isIdentifier } from './is-identifier.js';
import { isSchemaObject } from './json-schema.js';
import { quote } from './quote.js';

/** One thing that is wrong with the arguments of a call. */
export interface ArgumentProblem extends FaultText {
  /** Where, as a program would write it: `args.items[2].name`. */
  readonly path: string;
}

/** Holds arguments against the input schema of one tool. */
export interface ArgumentCheck {
  /** Everything that is surely wrong, in the order of the schema; empty where nothing is. */
  problemsOf(args: unknown): readonly ArgumentProblem[];
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
    return { problemsOf: () => [], notes: () => [...notes] };
  }
  const compiler = createSchemaCompiler(schema, notes);
  const check = compiler.compile(schema);
  return {
    problemsOf(args) {
      const run = new CheckRun();
      run.enter(check, args);
      if (run.faults.length === 0 || run.isExhausted) return [];
      // A schema that allows no object at all is wrong itself: nothing could ever be called.
      const faults = run.faults.filter(({ kind, path }) => kind !== 'type' || path.length > 0);
      const told = faults.map(({ path, say }) => ({ path: pathText(path), ...say() }));
      return [...new Map(told.map((one) => [`${one.path} ${one.text}`, one])).values()];
    },
    notes() {
      compiler.compileAll();
      return [...notes];
    },
  };
}

function pathText(path: readonly (string | number)[]): string {
  const parts = path.slice(0, MAX_PARTS).map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    const name = key.slice(0, MAX_NAME_LENGTH);
    return isIdentifier(name) && name !== '__proto__' ? `.${name}` : `[${quote(name)}]`;
  });
  return `args${parts.join('')}${path.length > MAX_PARTS ? '…' : ''}`;
}
