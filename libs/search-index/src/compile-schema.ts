import type { Check, CheckRun, Fault } from './check-run.js';
import { checkArray } from './check-array.js';
import { checkObject } from './check-object.js';
import { checkScalar } from './check-scalar.js';
import { wantedType, wrongType, wrongValue } from './fault-text.js';
import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { JSON_TYPES } from './json-types.js';
import { resolveRef } from './resolve-ref.js';
import { takesNull } from './takes-null.js';
import { UnknownValue } from './unknown-value.js';

/** Branches of one `anyOf`, `oneOf` or `allOf` that are tried; with more of them nothing is refused. */
const MAX_BRANCHES = 256;
/** Parts of a document that are compiled for the notes alone. */
const MAX_COMPILED = 4000;
/** Assertions that are not checked: nothing may be concluded from a value that passes them. */
const UNCHECKED = ['format', 'unevaluatedProperties', 'unevaluatedItems', 'contentMediaType'];

/** Compiles the parts of one schema document, each when it is first needed. */
export interface SchemaCompiler {
  /** The check of a subschema. */
  compile(schema: unknown, isPart?: boolean): Check;
  /** Says what of the schema is not checked. */
  doubt(note: string): Check;
  /** Compiles what no value has met yet, within bounds: only for the notes. */
  compileAll(): void;
}

/**
 * Makes the compiler of a document. A keyword that is wrong, or that cannot be checked in bounded time, checks
 * nothing and is noted. Nothing is fetched, and no text of a schema becomes code.
 */
export function createSchemaCompiler(root: unknown, notes: Set<string>): SchemaCompiler {
  const known = new Map<unknown, Check>();
  const waiting = new Set<() => Check>();
  const dialect = isSchemaObject(root) ? keywordOf(root, '$schema') : undefined;
  /** Up to draft 7, what stands beside a `$ref` is ignored (draft-07 core, 8.3). */
  const isOldDraft = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect);

  const doubt = (note: string): Check => {
    notes.add(note);
    return (_, run) => void (run.doubts += 1);
  };

  /** @param isPart whether it stands in an `allOf`: a closed part would refuse what the other parts name */
  const compile = (schema: unknown, isPart = false): Check => {
    if (schema === true) return () => undefined;
    if (schema === false)
      return (_, run) => run.note('other', () => ({ text: 'must not be given' }));
    if (!isSchemaObject(schema))
      return doubt('A part of the schema is not a schema; it is not checked.');
    const kept = isPart ? undefined : known.get(schema);
    if (kept !== undefined) return kept;
    let built: Check | undefined;
    const make = (): Check => {
      waiting.delete(make);
      built = build(schema, isPart);
      return built;
    };
    waiting.add(make);
    const check: Check = (value, run) => (built ?? make())(value, run);
    if (!isPart) known.set(schema, check);
    return check;
  };

  const build = (schema: SchemaObject, isPart: boolean): Check => {
    const ref = keywordOf(schema, '$ref') ?? keywordOf(schema, '$recursiveRef');
    const target = typeof ref === 'string' ? reference(ref, isPart) : undefined;
    if (target !== undefined && isOldDraft) return orNull(schema, target);
    const checks = [
      ...(target === undefined ? [] : [target]),
      ...valueChecks(schema),
      ...checkScalar(schema, compiler),
      ...checkArray(schema, compiler),
      ...checkObject(schema, compiler, isPart),
      ...branchChecks(schema),
    ];
    if (UNCHECKED.some((keyword) => Object.hasOwn(schema, keyword)))
      checks.push((_, run) => void (run.doubts += 1));
    const isRightType = typeCheck(schema);
    if (isRightType === undefined && checks.length === 1 && checks[0] !== undefined)
      return orNull(schema, checks[0]);
    return orNull(schema, (value, run) => {
      if (isRightType !== undefined && !isRightType(value, run)) return;
      for (const check of checks) check(value, run);
    });
  };

  const reference = (ref: string, isPart: boolean): Check => {
    const found = resolveRef(root, ref);
    if (found === undefined)
      return doubt(
        `The $ref ${JSON.stringify(ref.slice(0, 200))} leads nowhere; it is not checked.`,
      );
    const check = compile(found.schema, isPart);
    return (value, run) => run.enter(check, value);
  };

  const branchChecks = (schema: SchemaObject): Check[] => {
    const branchesOf = (keyword: string, isPart: boolean) => {
      const branches = keywordOf(schema, keyword);
      if (!Array.isArray(branches) || branches.length === 0) return undefined;
      if (branches.length > MAX_BRANCHES) return undefined;
      return branches.map((branch) => compile(branch, isPart));
    };
    const checks: Check[] = [];
    for (const part of branchesOf('allOf', true) ?? [])
      checks.push((value, run) => run.enter(part, value));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = branchesOf(keyword, false);
      if (branches !== undefined) checks.push((value, run) => oneOf(branches, schema, value, run));
    }
    if (Object.hasOwn(schema, 'not')) checks.push(notCheck(schema['not']));
    if (Object.hasOwn(schema, 'if')) checks.push(ifCheck(schema));
    return checks;
  };

  const notCheck = (schema: unknown): Check => {
    const check = compile(schema);
    return (value, run) => {
      const { doubts } = run;
      const fits = run.probe(check, value).length === 0;
      if (fits && run.doubts === doubts && !run.isExhausted)
        run.note('other', () => ({ text: `must not be ${wantedType(schema)}` }));
    };
  };

  const ifCheck = (schema: SchemaObject): Check => {
    const check = compile(schema['if']);
    const branch = (keyword: string) => compile(keywordOf(schema, keyword) ?? true, true);
    const then = branch('then');
    const otherwise = branch('else');
    return (value, run) => {
      const { doubts } = run;
      const fits = run.probe(check, value).length === 0;
      if (run.doubts === doubts) run.enter(fits ? then : otherwise, value);
    };
  };

  const compileAll = () => {
    let count = 0;
    for (const make of waiting) if (count++ < MAX_COMPILED) make();
  };
  const compiler = { compile, doubt, compileAll };
  return compiler;

  function typeCheck(schema: SchemaObject) {
    const type = keywordOf(schema, 'type');
    if (type === undefined || type === 'any') return undefined;
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    const tests = types.map((one) => JSON_TYPES.get(one));
    if (tests.length === 0 || tests.some((test) => test === undefined)) {
      notes.add('A type of the schema is none of JSON Schema; it is not checked.');
      return undefined;
    }
    const [only] = tests;
    const isOf =
      tests.length === 1 && only !== undefined
        ? only
        : (value: unknown) => tests.some((test) => test?.(value));
    return (value: unknown, run: CheckRun): boolean => {
      const fits =
        value instanceof UnknownValue ? types.some((one) => value.mayBe(one)) : isOf(value);
      if (fits) return true;
      run.note('type', () => wrongType(types, schema, value));
      return false;
    };
  }
}

/** Lets null pass where the schema takes it, whatever else it asks. */
function orNull(schema: SchemaObject, check: Check): Check {
  if (!takesNull(schema)) return check;
  return (value, run) => {
    const isNull = value instanceof UnknownValue ? value.mayBe('null') : value === null;
    if (!isNull) check(value, run);
  };
}

/** `const` and `enum`. What is no scalar there is let pass. */
function valueChecks(schema: SchemaObject): Check[] {
  const listed = keywordOf(schema, 'enum');
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : listed;
  if (!Array.isArray(values) || values.length === 0) return [];
  const scalars = new Set(values.map(comparable));
  const hasObjects = values.some((value) => typeof value === 'object' && value !== null);
  return [
    (value, run) => {
      if (value instanceof UnknownValue) {
        if (!values.some((one) => value.mayEqual(one)))
          run.note('value', () => wrongValue(values, value));
        return;
      }
      if (scalars.has(comparable(value))) return;
      if (typeof value === 'object' && value !== null && hasObjects) run.doubts += 1;
      else run.note('value', () => wrongValue(values, value));
    },
  ];
}

/** Integers are equal whether they are `number` or `bigint`. */
function comparable(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/**
 * `anyOf`, and `oneOf` likewise: a value that fits two of its branches is refused by few. Where none fits,
 * what is wrong with the branch that the value was probably meant for is told.
 */
function oneOf(
  branches: readonly Check[],
  schema: SchemaObject,
  value: unknown,
  run: CheckRun,
): void {
  let best: readonly Fault[] | undefined;
  for (const branch of branches) {
    const faults = run.probe(branch, value);
    if (faults.length === 0) return;
    if (best === undefined || distance(faults, run) < distance(best, run)) best = faults;
  }
  if (best === undefined || run.isExhausted) return;
  const here = run.path.length;
  const isOfNone = best.some(
    ({ kind, path }) => (kind === 'type' || kind === 'value') && path.length === here,
  );
  if (!isOfNone || branches.length === 1) {
    for (const fault of best) run.faults.push(fault);
    return;
  }
  const constants = ['anyOf', 'oneOf'].map((keyword) => constantsOf(keywordOf(schema, keyword)));
  const values = constants.find((list) => list !== undefined);
  const first = best[0];
  run.note(values === undefined ? 'type' : 'value', () => {
    if (values !== undefined) return wrongValue(values, value);
    const { text, nearest } = first?.say() ?? { text: '' };
    const wanted = wantedType({ ...schema, not: undefined });
    const said = text.replace(/^must be .*, not /, `must be ${wanted}, not `);
    return nearest === undefined ? { text: said } : { text: said, nearest };
  });
}

/** How far a value is from a branch: another type or constant counts most, then what is wrong within. */
function distance(faults: readonly Fault[], { path }: CheckRun): number {
  let sum = 0;
  for (const fault of faults) {
    const isHere = fault.path.length === path.length;
    if (fault.kind === 'type') sum += isHere ? 1000 : 2;
    else if (fault.kind === 'value') sum += isHere ? 900 : 20;
    else sum += 1;
  }
  return sum;
}

function constantsOf(branches: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(branches)) return undefined;
  const values = branches.map((branch) =>
    isSchemaObject(branch) && Object.hasOwn(branch, 'const') ? branch['const'] : undefined,
  );
  return values.some((value) => value === undefined) ? undefined : values;
}
