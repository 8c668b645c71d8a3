import { nearestName } from '@sluice/contracts';
import type { Check, FaultText } from './check-run.js';
import { compilePattern } from './check-scalar.js';
import type { SchemaCompiler } from './compile-schema.js';
import { wantedType } from './fault-text.js';
import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { quote } from './quote.js';
import { requiredNames } from './required-names.js';
import { isOpen, UnknownValue } from './unknown-value.js';

/** Schemas beside `properties` that may name more of them: then nothing counts as unknown. */
const NAMING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];

/** What a schema asks of objects. */
export function checkObject(
  schema: SchemaObject,
  compiler: SchemaCompiler,
  isPart: boolean,
): Check[] {
  return [
    ...requiredCheck(schema),
    ...memberCheck(schema, compiler, isPart),
    ...countChecks(schema),
    ...dependencyChecks(schema, compiler),
  ];
}

function isObject(value: unknown): value is SchemaObject {
  return isSchemaObject(value) && !(value instanceof UnknownValue);
}

/** A property that has a default is not missed: servers that list it as required fill it in. */
function requiredCheck(schema: SchemaObject): Check[] {
  const properties = propertiesOf(schema);
  const names = [...requiredNames(schema)];
  if (names.length === 0) return [];
  return [
    (value, run) => {
      if (!isObject(value)) return;
      for (const name of names) {
        if (Object.hasOwn(value, name) && value[name] !== undefined) continue;
        if (isOpen(value)) continue;
        const property = properties.get(name);
        if (isSchemaObject(property) && Object.hasOwn(property, 'default')) run.doubts += 1;
        else run.note('missing', () => missing(name, property, value, properties), name);
      }
    },
  ];
}

function missing(
  name: string,
  property: unknown,
  value: SchemaObject,
  properties: ReadonlyMap<string, unknown>,
): FaultText {
  const type = property === undefined ? '' : wantedType(property);
  const text = `is missing${type === '' || type === 'unknown' ? '' : `: ${type}`}`;
  const strange = Object.keys(value).filter((key) => !properties.has(key));
  const meant = nearestName(name, strange);
  return meant === undefined ? { text } : { text, nearest: `${quote(name)} for ${quote(meant)}` };
}

function memberCheck(schema: SchemaObject, compiler: SchemaCompiler, isPart: boolean): Check[] {
  const properties = propertiesOf(schema);
  const checks = new Map(
    Array.from(properties, ([name, property]) => [name, compiler.compile(property)]),
  );
  const patterns = keywordOf(schema, 'patternProperties');
  const byPattern = Object.entries(isSchemaObject(patterns) ? patterns : {}).map(
    ([pattern, part]) => ({
      test: compilePattern(pattern, compiler),
      check: compiler.compile(part),
      isSure: compilesFully(pattern, compiler),
    }),
  );
  const additional = keywordOf(schema, 'additionalProperties');
  const isClosed = additional === false;
  const mayBeNamed = isPart || NAMING.some((keyword) => Object.hasOwn(schema, keyword));
  const others = isSchemaObject(additional) ? compiler.compile(additional) : undefined;
  const names = keywordOf(schema, 'propertyNames');
  const ofName = names === undefined ? undefined : compiler.compile(names);
  const isIdle = checks.size + byPattern.length === 0 && !isClosed && !others && !ofName;
  if (isIdle) return [];

  return [
    (value, run) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (run.isExhausted) return;
        const given = value[name];
        if (given === undefined) continue;
        let isKnown = false;
        const check = checks.get(name);
        if (check !== undefined) {
          isKnown = true;
          run.enterAt(name, check, given);
        }
        for (const pattern of byPattern) {
          if (!pattern.test(name, run)) continue;
          isKnown = true;
          if (pattern.isSure) run.enterAt(name, pattern.check, given);
        }
        if (ofName !== undefined && run.probe(ofName, name).length > 0)
          run.note('extra', () => ({ text: 'is no name that is allowed there' }), name);
        if (isKnown) continue;
        if (others !== undefined && !mayBeNamed) run.enterAt(name, others, given);
        else if (mayBeNamed) run.doubts += isClosed || others !== undefined ? 1 : 0;
        else if (isClosed) run.note('extra', () => unknownName(name, checks.keys()), name);
      }
    },
  ];
}

/** A name that matches only because its pattern cannot be read must satisfy nothing. */
function compilesFully(pattern: string, compiler: SchemaCompiler): boolean {
  let isSure = true;
  compilePattern(pattern, {
    ...compiler,
    doubt: (note) => {
      isSure = false;
      return compiler.doubt(note);
    },
  });
  return isSure;
}

function unknownName(name: string, names: Iterable<string>): FaultText {
  const text = 'is unknown there';
  const nearest = nearestName(name, names);
  return nearest === undefined ? { text } : { text, nearest: quote(nearest) };
}

function propertiesOf(schema: SchemaObject): ReadonlyMap<string, unknown> {
  const properties = keywordOf(schema, 'properties');
  return new Map(isSchemaObject(properties) ? Object.entries(properties) : []);
}

function countChecks(schema: SchemaObject): Check[] {
  const least = keywordOf(schema, 'minProperties');
  const most = keywordOf(schema, 'maxProperties');
  const checks: Check[] = [];
  const count = (text: string, isWrong: (length: number, value: object) => boolean) =>
    checks.push((value, run) => {
      if (!isObject(value)) return;
      const { length } = Object.keys(value);
      if (isWrong(length, value))
        run.note('other', () => ({ text: `must have ${text}, not ${length}` }));
    });
  if (typeof least === 'number')
    count(`at least ${least} properties`, (length, value) => length < least && !isOpen(value));
  if (typeof most === 'number') count(`at most ${most} properties`, (length) => length > most);
  return checks;
}

/** `dependentRequired` and `dependentSchemas`, and `dependencies`, which was both. */
function dependencyChecks(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  const checks: Check[] = [];
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const dependencies = keywordOf(schema, keyword);
    if (!isSchemaObject(dependencies)) continue;
    for (const [name, asked] of Object.entries(dependencies)) {
      const part = compiler.compile(Array.isArray(asked) ? { required: asked } : asked, true);
      checks.push((value, run) => {
        if (isObject(value) && Object.hasOwn(value, name)) run.enter(part, value);
      });
    }
  }
  return checks;
}
