import { isSchemaObject } from './json-schema.js';
import { literalType } from './literal-type.js';
import type { SchemaWalk } from './schema-walk.js';
import { unionOf, unknownType } from './type-text.js';
import type { TypeText } from './type-text.js';

/** `anyOf` and `oneOf`. Many single values are one enum. */
export function variantsType(
  branches: unknown,
  depth: number,
  walk: SchemaWalk,
  wish: string,
): TypeText {
  if (!Array.isArray(branches) || branches.length === 0) return unknownType();
  const constants = branches.map((branch) =>
    isSchemaObject(branch) && Object.hasOwn(branch, 'const') ? [branch['const']] : undefined,
  );
  if (constants.every((constant) => constant !== undefined)) {
    return literalType(constants.flat(), walk.limits.enumValues);
  }
  const shown = branches
    .slice(0, walk.limits.variants)
    .map((branch) => walk.typeOf(branch, depth, wish));
  const known = unionOf(shown);
  if (shown.length === branches.length || known.isUnknown) return known;
  const rest = unknownType(`+${branches.length - shown.length} more variants`).text;
  return { text: `${unionOf([known]).text} | ${rest}`, kind: 'union' };
}
