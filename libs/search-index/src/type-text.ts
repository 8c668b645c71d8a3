import { plainLine } from './plain-line.js';

/** A piece of TypeScript that stands for a type, and how tightly it holds together. */
export interface TypeText {
  readonly text: string;
  readonly kind: 'atom' | 'union' | 'intersection';
  /** Nothing is known of the value. */
  readonly isUnknown?: boolean;
  /** Any object at all: says nothing beside a type that says more. */
  readonly isAnyObject?: boolean;
}

/** A type that needs no brackets anywhere. */
export function atom(text: string): TypeText {
  return { text, kind: 'atom' };
}

/** `unknown`, with the reason as a comment where there is one. */
export function unknownType(reason?: string): TypeText {
  return { text: `unknown${comment(reason)}`, kind: 'atom', isUnknown: true };
}

/** Any object. */
export const ANY_OBJECT: TypeText = {
  text: 'Record<string, unknown>',
  kind: 'atom',
  isAnyObject: true,
};

/** A block comment with one space before it; nothing for no text. */
export function comment(text: string | undefined): string {
  const line = text === undefined ? '' : plainLine(text, 80);
  return line === '' ? '' : ` /* ${line} */`;
}

/** One of the types. What is known of none is known of all: a member that is `unknown` wins. */
export function unionOf(types: readonly TypeText[]): TypeText {
  const open = types.find((type) => type.isUnknown);
  if (open !== undefined) return open;
  const texts = [
    ...new Set(types.map((type) => (type.kind === 'intersection' ? `(${type.text})` : type.text))),
  ];
  const [first] = types;
  if (first === undefined) return atom('never');
  if (texts.length === 1) return first;
  const ordered = [
    ...texts.filter((text) => text !== 'null'),
    ...texts.filter((text) => text === 'null'),
  ];
  return { text: ordered.join(' | '), kind: 'union' };
}

/** The type, or null; what takes null already stays as it is. */
export function orNull(type: TypeText): TypeText {
  // A union's null stands last.
  const has = type.text === 'null' || (type.kind === 'union' && type.text.endsWith('| null'));
  return has ? type : unionOf([type, atom('null')]);
}

/** All of the types at once. `unknown` adds nothing, and any object adds nothing beside another type. */
export function intersectionOf(types: readonly TypeText[]): TypeText {
  const known = types.filter((type) => !type.isUnknown);
  const special = known.filter((type) => !type.isAnyObject);
  const kept = special.length > 0 ? special : known.slice(0, 1);
  const [first] = kept;
  if (first === undefined) return types.find((type) => type.text !== 'unknown') ?? unknownType();
  const texts = [
    ...new Set(kept.map((type) => (type.kind === 'union' ? `(${type.text})` : type.text))),
  ];
  return texts.length === 1 ? first : { text: texts.join(' & '), kind: 'intersection' };
}

/** An array of the type. */
export function arrayOf(type: TypeText): TypeText {
  return atom(type.kind === 'atom' ? `${type.text}[]` : `(${type.text})[]`);
}
