import { hideImports } from './hide-imports.js';
import { encodeUri } from './built-ins.js';

/** Stands before the program on its first line, so that lines need no correction. */
export const prefix = 'export default async()=>{';

/** Media type by which Deno knows TypeScript; also how the program's own frames are recognised. */
export const mediaType = 'data:application/typescript';

/**
 * The program as the URL of a module that exports it as one async function. A `data:` URL that is
 * imported by a computed specifier needs no permission, has no place in the main graph (whose
 * imports Deno does not check), and keeps exact positions through Deno's source maps.
 */
export function programUrl(program: string): string {
  return `${mediaType};charset=utf-8,${encodeUri(`${prefix}${hideImports(program)}\n}`)}`;
}
