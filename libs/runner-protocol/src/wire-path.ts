import { jsonStringify, regExpExec } from './intrinsics.js';

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * The path of a property below `parent`, as a program would write it.
 *
 * @example memberPath('args.filter', 'when') // 'args.filter.when'
 * @example memberPath('$', 'two words') // '$["two words"]'
 */
export function memberPath(parent: string, key: string): string {
  return regExpExec(identifier, key) === null
    ? `${parent}[${jsonStringify(key)}]`
    : `${parent}.${key}`;
}

/** The path of an element of an array: `$.list[3]`. */
export function elementPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}
