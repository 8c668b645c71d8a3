import type { JsonSchema } from '@sluice/contracts';
import type { CatalogueTool } from './catalogue.js';
import { docLine } from './doc-line.js';
import { isSchemaObject, keywordOf } from './json-schema.js';
import { requiredNames } from './required-names.js';
import { resolveRef } from './resolve-ref.js';
import { schemaToType } from './schema-to-type.js';
import type { SchemaType, TypeNaming } from './schema-to-type.js';
import { printAliases } from './type-aliases.js';
import type { TypeAlias } from './type-aliases.js';
import { TYPE_LIMITS } from './type-limits.js';
import { ANY_OBJECT } from './type-text.js';

/** Room for one signature without its comment line, in UTF-8 bytes. */
const DEFAULT_MAX_BYTES = 1200;
/** Arguments are what the model must get right: they may take this share before the result shrinks. */
const ARGUMENT_SHARE = 0.7;

/** Stands before the type of a result that no schema declares: what came so far had it. */
const OBSERVED = '/* observed */';

/** A tool as a model sees it. */
export interface ToolSignature {
  /**
   * One line of TypeScript that starts with the call path, with the types that it names behind it
   * (`; type Node = { … }`); then at most one line of comment.
   */
  readonly text: string;
  /** What could not be shown, for `describe` and `doctor`. */
  readonly notes: readonly string[];
}

/**
 * The signature of one tool. Arguments that are all optional are optional themselves; a tool without
 * any has none; a tool that declares no result gives `Promise<unknown>`. What does not fit
 * `maxBytes` (UTF-8, the comment line not counted) is abbreviated and stays valid TypeScript.
 *
 * @param observed shape of the results that were seen; shown, and marked, only where the tool declares none
 *
 * @example
 * tools.github.search_issues(args: { query: string; limit?: number }): Promise<unknown>
 *   // Search issues and pull requests.
 */
export function toolSignature(
  tool: CatalogueTool,
  maxBytes = DEFAULT_MAX_BYTES,
  observed?: JsonSchema,
): ToolSignature {
  const output = tool.tool.outputSchema ?? observed;
  const mark = output === observed && output !== undefined ? `${OBSERVED} ` : '';
  const frame = byteLength(
    `${tool.callPath}(): Promise<${output === undefined ? 'unknown' : mark}>`,
  );
  const room = maxBytes - frame;
  const args = argumentsOf(
    tool.tool.inputSchema,
    output === undefined ? room : room * ARGUMENT_SHARE,
  );
  const result =
    output === undefined
      ? { text: 'unknown', aliases: [], notes: [] }
      : fit(output, room - sizeOf(args), 'unknown', {
          wish: 'Result',
          taken: new Set(args.aliases.map(({ name }) => name)),
        });
  const types = printAliases([...args.aliases, ...result.aliases]);
  const line = `${tool.callPath}(${args.text}): Promise<${mark}${result.text}>${types}`;
  const doc = docLine(tool);
  return {
    text: doc === '' ? line : `${line}\n  // ${doc}`,
    notes: [
      ...args.notes.map((note) => `inputSchema: ${note}`),
      ...result.notes.map((note) => `outputSchema: ${note}`),
    ],
  };
}

interface FittedText {
  readonly text: string;
  readonly aliases: readonly TypeAlias[];
  readonly notes: readonly string[];
}

function argumentsOf(schema: unknown, maxBytes: number): FittedText {
  if (takesNothing(schema)) return { text: '', aliases: [], notes: [] };
  const name = `args${requiresSomething(schema, schema, 0) ? '' : '?'}: `;
  const fitted = fit(schema, maxBytes - name.length, ANY_OBJECT.text, { wish: 'Args' });
  const alias = fitted.aliases.find((one) => one.name === fitted.text);
  if (!isObjectType(alias?.text ?? fitted.text)) {
    const note = 'An object was wanted, for arguments have names; any object is shown.';
    const isEmpty = fitted.text === 'unknown';
    return {
      text: `args?: ${ANY_OBJECT.text}`,
      aliases: [],
      notes: isEmpty ? fitted.notes : [...fitted.notes, note],
    };
  }
  return { ...fitted, text: name + fitted.text };
}

/** The most generous type that fits. */
function fit(schema: unknown, maxBytes: number, fallback: string, naming: TypeNaming): FittedText {
  let last: SchemaType | undefined;
  for (const limits of TYPE_LIMITS) {
    last = schemaToType(schema, limits, naming);
    const fitted = { text: last.type.text, aliases: last.aliases, notes: last.notes };
    if (sizeOf(fitted) <= maxBytes) return fitted;
  }
  return { text: fallback, aliases: [], notes: last?.notes ?? [] };
}

/** An object with no properties and no word of any: `properties: {}`, or nothing further allowed. */
function takesNothing(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const said = new Set(Object.keys(schema));
  for (const silent of ['$schema', '$id', 'title', 'description', '$defs', 'definitions', 'type']) {
    said.delete(silent);
  }
  const isObject =
    keywordOf(schema, 'type') === 'object' || keywordOf(schema, 'type') === undefined;
  const properties = keywordOf(schema, 'properties');
  const additional = keywordOf(schema, 'additionalProperties');
  const required = keywordOf(schema, 'required');
  if (!isObject || !(properties !== undefined || additional === false)) return false;
  if (properties !== undefined && !(isSchemaObject(properties) && isEmpty(properties)))
    return false;
  if (additional !== undefined && additional !== false && !isEmptySchema(additional)) return false;
  if (required !== undefined && !(Array.isArray(required) && required.length === 0)) return false;
  for (const known of ['properties', 'additionalProperties', 'required']) said.delete(known);
  return said.size === 0 && additional !== true;
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function isEmptySchema(schema: unknown): boolean {
  return isSchemaObject(schema) && isEmpty(schema);
}

/** Whether a call without arguments can never be right. */
function requiresSomething(schema: unknown, root: unknown, depth: number): boolean {
  if (!isSchemaObject(schema) || depth > 8) return false;
  if (requiredNames(schema).size > 0) return true;
  const ref = keywordOf(schema, '$ref');
  const target = typeof ref === 'string' ? resolveRef(root, ref) : undefined;
  if (target !== undefined && requiresSomething(target.schema, root, depth + 1)) return true;
  const isNeeded = (part: unknown) => requiresSomething(part, root, depth + 1);
  const all = keywordOf(schema, 'allOf');
  if (Array.isArray(all) && all.slice(0, 16).some(isNeeded)) return true;
  return ['anyOf', 'oneOf'].some((keyword) => {
    const branches = keywordOf(schema, keyword);
    return Array.isArray(branches) && branches.length > 0 && branches.slice(0, 16).every(isNeeded);
  });
}

/** Whether a type text, as this room writes it, is an object's. */
function isObjectType(text: string): boolean {
  return /^(?:\(*\{|\(*Record<|\(*object\b)/.test(text);
}

/** UTF-8 bytes of a type with the types that it names. */
function sizeOf({ text, aliases }: FittedText): number {
  return byteLength(text + printAliases(aliases));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
