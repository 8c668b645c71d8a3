import { encodeBase64, intrinsics } from '@sluice/runner-protocol';
import { hideImports } from './hide-imports.js';

/** Stands before the program on its first line, so that lines need no correction. */
export const prefix = 'export default async()=>{';

/** Media type by which Deno knows TypeScript; the program's own frames are recognised by it. */
export const mediaType = 'data:application/typescript';

/** What stands for the program's module in stack traces. */
export const programName = 'program.ts';

/**
 * The program as the URL of a module that exports it as one async function. A `data:` URL that is
 * imported by a computed specifier needs no permission, has no place in the main graph (whose
 * imports Deno does not check), and keeps exact positions through Deno's source maps.
 */
export function programUrl(program: string): string {
  const source = intrinsics.encodeText(`${prefix}${hideImports(program)}\n}`);
  return `${mediaType};base64,${encodeBase64(source)}`;
}
