import { isIdentifier } from './is-identifier.js';
import { quote } from './quote.js';

/**
 * A property's name as it stands in a TypeScript type: bare where it is an identifier, else quoted.
 * `__proto__` is quoted too, for in an object literal the bare name would set the prototype.
 *
 * @example propertyName('content-type') // '"content-type"'
 */
export function propertyName(name: string): string {
  return isIdentifier(name) && name !== '__proto__' ? name : quote(name);
}
