// Bundles the Deno side (libs/runner) into one file without imports: libs/runner/dist/runner.mjs.
// Written beside and renamed into place, so that parallel test projects never read half a file.
//
// The code stands in the file as a text. Deno parses a module with a parser of its own before V8 does,
// to find its imports, which takes 0.1 ms for each kB: 5 ms of a start of 24. A text it skips over.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the bundle stands, absolute. */
export const runnerBundlePath = join(workspace, 'libs/runner/dist/runner.mjs');

/** Bundles libs/runner/src/main.ts and returns the path of the bundle. */
export async function bundleRunner() {
  const bundle = await rolldown({
    input: join(workspace, 'libs/runner/src/main.ts'),
    platform: 'neutral',
    resolve: {
      conditionNames: ['@sluice/source', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    transform: { target: 'es2024' },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const [chunk] = output;
  if (output.length !== 1 || chunk.imports.length > 0 || chunk.dynamicImports.length > 0)
    throw new Error(
      `The runner bundle must be one file without imports; it has ${output.length} files and imports ${chunk.imports.join(', ') || 'none'}.`,
    );
  mkdirSync(dirname(runnerBundlePath), { recursive: true });
  const temporary = `${runnerBundlePath}.${process.pid}`;
  writeFileSync(temporary, asText(chunk.code));
  renameSync(temporary, runnerBundlePath);
  return runnerBundlePath;
}

/**
 * A module that runs `code` from a text. Deno's own way to do that is not among what it documents, and
 * needs no code generation from strings, which is switched off; where a Deno does not have it, the text
 * is a module of its own, which costs the time that was saved.
 */
function asText(code) {
  // One sign beyond ASCII would make it a text of two bytes a sign, which takes longer to compile.
  const ascii = code.replace(
    /[^\x00-\x7f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const main = `(async()=>{"use strict";${ascii}\n})()`;
  return `const text = ${JSON.stringify(main)};
const done = Deno[Deno.internal]?.core?.evalContext?.(text, import.meta.url)?.[0];
await (done ?? (await import(\`data:text/javascript,export default \${encodeURIComponent(text)}\`)).default);
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await bundleRunner()}\n`);
}
